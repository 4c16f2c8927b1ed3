import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig, until, type Rig } from '../../gateway/test/gateway/harness.ts';
import { checkReduced } from '../src/doctor/checks/reduced.ts';
import { operatorOf } from './operator/agent.ts';
import { project } from './projects.ts';

type Asked = readonly [userAgent: string, more: object, content: unknown];

/** A client that calls itself this sends a request with more in it, as a run of its own. */
async function ask(rig: Rig, ...[userAgent, more, content]: Asked): Promise<void> {
  const messages = [{ role: 'user', content }];
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': rig.key,
      'user-agent': userAgent,
    },
    body: JSON.stringify({ model: 'm', messages, ...more }),
  });
  expect(response.status).toBe(200);
}

async function said(rig: Rig, key: string): Promise<readonly string[]> {
  const folder = project({});
  mkdirSync(path.join(folder, '.sluice'));
  writeFileSync(path.join(folder, '.sluice/gateway.url'), rig.gateway().url);
  const findings = await checkReduced({ folder }, { env: { SLUICE_OPERATOR_KEY: key } });
  return findings.map(({ status, says, todo }) => `${status}: ${says} -> ${todo ?? ''}`);
}

const update = 'update Sluice if the client is newer; `fields:` of its profile says what passes';

test('what clients sent that was left out or kept unread is told by client', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const key = await operatorOf(rig);
  await ask(rig, 'honest-cli/1.0', {}, 'Hello.');
  expect(await said(rig, key)).toEqual([]);

  const sketch = { type: 'new_sketch' };
  const search = { type: 'web_search' };
  await ask(rig, 'new-cli/2.0 (linux)', { rare: 1, often: 1 }, 'one');
  await ask(rig, 'new-cli/2.0 (linux)', { often: 1 }, 'two');
  await ask(rig, 'other-cli/3.0', { tools: [search] }, [{ type: 'text', text: 'three' }, sketch]);
  expect(await said(rig, key)).toEqual([
    'look: `acme` (new-cli/2.0) sends what the gateway does not know; ' +
      `left out: often, rare -> ${update}`,
    'look: `acme` (other-cli/3.0) sends what the gateway does not know; ' +
      'left out: tools[]:web_search; kept unread: messages[].content[]:new_sketch -> ' +
      `${update}; a search of the provider’s needs a name under \`providerTools\`; ` +
      'calls that depend on what is kept unread are asked about',
  ]);
});

test('names out of a conversation are not told to those who may not read it', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  await ask(rig, 'a/1', { brand_new: 1 }, [{ type: 'new_CANARY' }]);
  const key = await operatorOf(rig, { clearance: 'trusted' });
  const told = await said(rig, key);
  expect(told).toEqual([
    `look: \`acme\` (a/1) sends what the gateway does not know; left out: brand_new -> ${update}`,
    'look: 1 more reports on requests are above the clearance of this key -> ' +
      'ask again with a key that is cleared for everything',
  ]);
});

test('in `log` mode it is told as what was passed', async () => {
  await using rig = await startRig({ profile: '    mode: log' });
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const key = await operatorOf(rig);
  await ask(rig, 'a/1', { moderation: { model: 'm' } }, 'a');
  const told = await until(async () => {
    const findings = await said(rig, key);
    return findings.length > 0 ? findings : undefined;
  });
  expect(told).toEqual([
    'look: `acme` (a/1) sends what the gateway does not know (in `log` mode it was passed all the ' +
      `same); left out: moderation -> ${update}`,
  ]);
});

test('nothing is said without a key or a gateway', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  await ask(rig, 'a/1', { brand_new: 1 }, 'a');
  const key = await operatorOf(rig);
  expect(await said(rig, '')).toEqual([]);
  await rig.gateway().close();
  expect(await said(rig, key)).toEqual([]);
});
