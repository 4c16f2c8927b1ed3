import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { mailPolicy, startRig, type Rig } from '../../../gateway/test/gateway/harness.ts';
import { proves } from '../../../gateway/src/testing/proves.ts';
import { sluice } from '../terminal.ts';
import { operatorOf, payingAgent } from './agent.ts';
import { proven } from './proven.ts';
import { operate, type Ran } from './test-context.ts';

const account = 'DE89370400440532013000';
const blocking = mailPolicy.replace('onViolation: ask', 'onViolation: block');

/** A gateway that has refused a payment, and what its second answer came with. */
async function refusing(): Promise<{ rig: Rig; run: string; decision: string; callId: string }> {
  const rig = await startRig({ policy: blocking });
  const { second } = await payingAgent(rig);
  const { run, decision } = await second;
  const events = await rig.gateway().store.events.list({ run, type: 'call-decided', limit: 9 });
  return { rig, run, decision, callId: events.at(-1)?.subject ?? '' };
}

/** Windows has no such bits. */
function modeOf(file: string): number {
  return process.platform === 'win32' ? 0o600 : statSync(file).mode & 0o777;
}

async function exported(rig: Rig, file: string, more: readonly string[] = []): Promise<Ran> {
  const key = await operatorOf(rig);
  return await operate(['export', '--out', file, ...more, '--url', rig.gateway().url], { key });
}

test('events of a real gateway are reported and explained from a file', async () => {
  const { rig, decision, callId, run } = await refusing();
  await using _ = rig;
  const file = path.join(rig.folder, 'audit.jsonl');
  const policy = path.join(rig.folder, 'sluice.yaml');
  const ran = await exported(rig, file);
  expect([ran.code, ran.errors]).toEqual([0, '']);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(ran.out).toContain(`${lines.length} events in `);
  expect(modeOf(file)).toBe(0o600);

  const report = await sluice(['report', file, '--json']);
  expect(report.code).toBe(0);
  expect(report.figures()).toMatchObject({
    'report.runs': 1,
    'report.unreadable': 0,
    'report.refused': 1,
  });
  expect(report.out).toContain('send_money: refused (1)');
  expect(report.out).toContain(`sluice why ${callId} --run ${run} --log`);

  const options = ['--log', file, '--policy', policy];
  const told = await sluice(['why', callId, ...options, '--clearance', 'untrusted']);
  expect(told.out).toContain(`call: send_money {"to":"${account}"}`);
  expect(told.out).toContain('outcome: refused (label-above-ceiling)');
  expect(told.out).toContain(`step 2 of run ${run}: labelled untrusted`);
  const live = await operate(['why', callId, '--url', rig.gateway().url], {
    key: await operatorOf(rig, { tenant: 'acme' }),
  });
  expect(told.out).toBe(live.out);
  const answer = await sluice(['why', decision, ...options, '--clearance', 'untrusted']);
  expect(answer.out).toContain('answer: "Done."');
  const hidden = await sluice(['why', callId, ...options]);
  expect(hidden.out).toContain('above your clearance');
  expect(hidden.out).not.toContain(account);
});

test('spans of a real gateway are audited', async () => {
  const { rig, run } = await refusing();
  await using _ = rig;
  const file = path.join(rig.folder, 'spans.jsonl');
  const ran = await exported(rig, file, ['--format', 'spans', '--run', run]);
  expect([ran.code, ran.errors]).toEqual([0, '']);
  expect(ran.out).toContain('1 runs in ');
  const policy = path.join(rig.folder, 'sluice.yaml');
  const audit = await sluice(['audit', file, '--policy', policy, '--json', '--workers', '0']);
  expect(audit.code).toBe(0);
  expect(audit.figures()).toMatchObject({
    'audit.runs': 1,
    'audit.unreadable': 0,
    'audit.unknownCalls': 0,
    'audit.interruptions.lineage': 1,
    'audit.coverage.lineage': 1,
  });
  expect(audit.out).toContain(`chat ${run} (no attack): send_money would be refused`);
});

test('what its reader is not cleared for is in no export', async () => {
  const { rig } = await refusing();
  await using _ = rig;
  const key = await operatorOf(rig, { clearance: 'trusted' });
  for (const format of ['jsonl', 'spans']) {
    const argv = ['export', '--format', format, '--url', rig.gateway().url];
    const { code, out } = await operate(argv, { key });
    expect([code, out.includes('Read my mail.'), out.includes('DE89')]).toEqual([0, true, false]);
  }
});

describe('sluice export', () => {
  test('prints JSON lines in which a screen finds nothing to obey', async () => {
    const { operator, ask, send, url } = await operatorRig();
    const key = await operator('ann');
    const { id, hash } = await ask();
    const body = { hash, reason: 'a\u202Eb\u009B2J' };
    await send('POST', `/api/questions/${id}/deny`, { key, body });
    const { out } = await operate(['export', '--url', url], { key });
    expect(out).toContain('a\\u202eb\\u009b2J');
    const [said = ''] = out.split('\n');
    expect(JSON.parse(said).payload.words).toBe('a\u202Eb\u009B2J');
  });

  proves('operator/export-whole', async () => {
    const { rig } = await refusing();
    await using _ = rig;
    const file = path.join(rig.folder, 'audit.jsonl');
    writeFileSync(file, 'mine', { mode: 0o644 });
    chmodSync(file, 0o644);
    const ran = await exported(rig, file);
    expect([ran.code, ran.errors.includes('`--force`')]).toEqual([2, true]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const key = await operatorOf(rig, { clearance: 'untrusted' });
    const argv = ['export', '--out', file, '--force', '--url', rig.gateway().url];
    expect((await operate(argv, { key })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/"run-started".*\}\n$/s);
    await rig.gateway().close();
    expect((await operate(argv, { key })).errors).toContain('no gateway answers');
    expect(readFileSync(file, 'utf8')).toContain('"run-started"');
    expect(modeOf(file)).toBe(0o600);
    expect(readdirSync(rig.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test.each([
    ['in the middle of a line', '{"seq":1}\n{"seq":', false],
    ['after a line', '{"seq":1}\n', true],
  ])('that breaks off %s leaves no file, and what was there', async (_, text, isCut) => {
    const key = `op-sluice-${'a'.repeat(43)}`;
    const server = createServer(
      proven(key, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        response.write(text, () => {
          if (isCut) response.destroy();
          else response.end();
        });
      }),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    await using rig = await startRig();
    const file = path.join(rig.folder, 'audit.jsonl');
    writeFileSync(file, 'mine');
    const { port } = server.address() as AddressInfo;
    const argv = ['export', '--url', `http://127.0.0.1:${port}`];
    for (const more of [['--out', file, '--force'], ['--out', `${file}.new`], []]) {
      const ran = await operate([...argv, ...more], { key });
      expect([ran.code, ran.errors.includes('closed the connection')]).toEqual([2, true]);
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(rig.folder).filter((name) => name.includes('.jsonl.'))).toEqual([]);
  });

  test.each([
    ['of nothing', ['--run', 'none'], 'sluice events --run none'],
    ['into a folder that is not there', ['--out', '/nowhere/x'], 'a folder that you may write to'],
  ])('%s says what to type', async (...[, more, hint]) => {
    const { rig } = await refusing();
    await using _ = rig;
    const key = await operatorOf(rig);
    const out = path.join(rig.folder, 'x.jsonl');
    const argv = ['export', '--out', out, ...more, '--url', rig.gateway().url];
    const { code, errors } = await operate(argv, { key });
    expect([code, errors.includes(hint)]).toEqual([2, true]);
    expect(existsSync(out)).toBe(false);
  });

  test('takes the key of no client', async () => {
    const { rig } = await refusing();
    await using _ = rig;
    const { code, errors } = await operate(['export', '--url', rig.gateway().url], {
      key: rig.key,
    });
    expect([code, errors.includes('a client’s key')]).toEqual([2, true]);
  });
});
