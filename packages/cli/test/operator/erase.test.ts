import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRig } from '../../../gateway/test/gateway/harness.ts';
import { operatorRig } from '../../../gateway/test/operator-rig.ts';
import { someChange } from '../../../gateway/test/temporary-store.ts';
import { operatorOf, upToQuestion } from './agent.ts';
import { proven } from './proven.ts';
import { operate } from './test-context.ts';

const someKey = `op-sluice-${'x'.repeat(43)}`;
const because = ['--because', 'they asked for it'];

describe('erase', () => {
  test('takes what was said in a run of a real gateway, and the chain holds', async () => {
    await using rig = await startRig();
    const key = await operatorOf(rig);
    const url = ['--url', rig.gateway().url];
    const { answered, question } = await upToQuestion(rig);
    await rig.answer('no');
    await answered;
    const { run } = question;
    const events = async (): Promise<string> =>
      (await operate(['events', '--json', '--run', run, ...url], { key })).out;
    const before = await events();
    expect(before).toContain('DE89370400440532013000');
    const ran = await operate(['erase', run, ...because, ...url], { key, keys: ['y'] });
    expect([ran.code, ran.errors]).toEqual([0, '']);
    expect(ran.out).toContain(`ERASE run ${run} of acme, begun `);
    expect(ran.out).toMatch(/Erased\. The chain still verifies: \d+ events, every link holds\.$/);
    const after = await events();
    expect(after.split('\n').length).toBeGreaterThanOrEqual(before.split('\n').length);
    expect(after).not.toMatch(/DE89|Read my mail/);
    expect((await operate(['verify', ...url], { key })).code).toBe(0);
    const all = await operate(['events', ...url], { key });
    expect(all.out).toContain('act erase  by ann  because "they asked for it"');
    const again = await operate(['erase', run, ...because, '--yes', ...url], { key });
    expect([again.code, again.errors.includes('nothing left to erase')]).toEqual([2, true]);
  });

  test.each([
    { who: 'no', keys: ['n'], code: 1, told: 'Nothing was erased.' },
    { who: 'nobody', keys: undefined, code: 2, told: '`--yes`' },
  ])('shows which run and erases nothing where $who answers', async ({ keys, code, told }) => {
    const { operator, store, url } = await operatorRig();
    const key = await operator('ann', { roles: ['admin'] });
    await store.commit(someChange({ run: 'run1' }));
    const argv = ['erase', 'run1', ...because, '--url', url];
    const ran = await operate(argv, { key, ...(keys && { keys }) });
    expect(ran.code).toBe(code);
    expect(ran.out).toContain('ERASE run run1 of acme');
    expect(ran.out + ran.errors).toContain(told);
    expect(await store.loadRun('acme', 'run1')).toBeDefined();
  });

  test('takes the run of the tenant that was named, and of no other', async () => {
    const { operator, store, url } = await operatorRig();
    const key = await operator('root', { roles: ['admin'], tenant: undefined });
    await store.commit(someChange({ run: 'run1' }));
    await store.commit(someChange({ run: 'run1', tenant: 'other' }));
    const argv = ['erase', 'run1', '--tenant', 'other', ...because, '--yes', '--json'];
    const ran = await operate([...argv, '--url', url], { key });
    expect(JSON.parse(ran.out)).toEqual({ erased: 'run1', tenant: 'other', chain: 'holds' });
    expect(ran.errors).toContain('ERASE run run1 of other');
    expect(await store.loadRun('acme', 'run1')).toBeDefined();
    expect(await store.loadRun('other', 'run1')).toBeUndefined();
  });

  test.each([
    ['of another tenant', ['run1', ...because], '`sluice events`'],
    ['that is not there', ['run2', ...because], '`sluice events`'],
    ['with no id', ['../keys', ...because], '`sluice events`'],
    ['for no reason', ['run1', '--because', ''], '--because'],
  ])('of a run %s is refused before anybody is asked', async (_, argv, hint) => {
    const { operator, store, url } = await operatorRig();
    const key = await operator('eve', { roles: ['admin'], tenant: 'other' });
    await store.commit(someChange({ run: 'run1' }));
    const ran = await operate(['erase', ...argv, '--yes', '--url', url], { key });
    expect([ran.code, ran.out, ran.errors.includes(hint)]).toEqual([2, '', true]);
    expect(await store.loadRun('acme', 'run1')).toBeDefined();
  });

  test.each([
    [
      'does not hold',
      { status: 200, body: { events: 9, broken: 4 } },
      'The chain is BROKEN at event 4',
    ],
    ['cannot be looked at', { status: 503, body: {} }, 'type `sluice verify`'],
  ])('says so where the chain %s, and that it is erased', async (_, verify, told) => {
    const url = await gatewayWith(verify);
    const ran = await operate(['erase', 'run1', ...because, '--yes', '--url', url], {
      key: someKey,
    });
    expect([ran.code, ran.errors]).toEqual([1, '']);
    expect(ran.out).toMatch(/\nErased\. /);
    expect(ran.out).toContain(told);
  });
});

/** Answers as a gateway does whose chain is not well. */
async function gatewayWith(verify: { status: number; body: unknown }): Promise<string> {
  const events = [{ tenant: 'acme', atMs: 1 }];
  const server = createServer(
    proven(someKey, (request, response) => {
      const isVerify = request.url === '/api/verify';
      response.writeHead(isVerify ? verify.status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isVerify ? verify.body : { events, next: null, done: true }));
    }),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
