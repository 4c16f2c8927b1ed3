import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { readSettings } from '@sluice/gateway';
import { mailPolicy, startRig, type Rig } from '../../gateway/test/gateway/harness.ts';
import { checkTools } from '../src/doctor/checks/tools.ts';
import { operatorOf } from './operator/agent.ts';
import { project } from './projects.ts';

/** An agent that declares these tools, once. */
async function declare(rig: Rig, names: readonly string[]): Promise<void> {
  const client = new OpenAI({ apiKey: rig.key, baseURL: `${rig.gateway().url}/v1`, maxRetries: 0 });
  await client.chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: `Hello, ${names.join()}` }],
    tools: names.map((name) => ({ type: 'function', function: { name } })),
  });
}

/** The doctor's findings on the tools, with the key of this operator. */
async function said(rig: Rig, { policy = mailPolicy, key = '' } = {}): Promise<readonly string[]> {
  const folder = project({ 'sluice.yaml': policy });
  mkdirSync(path.join(folder, '.sluice'));
  writeFileSync(path.join(folder, '.sluice/gateway.url'), rig.gateway().url);
  const settings = readSettings('', 'gateway.yaml');
  const found = { settings, folder, file: undefined };
  const findings = await checkTools(found, { env: { SLUICE_OPERATOR_KEY: key } });
  return findings.map(({ status, says }) => `${status}: ${says}`);
}

describe('tools that clients declare and a policy names', () => {
  test('are compared', async () => {
    await using rig = await startRig();
    rig.upstream.play(() => ({ text: 'Hello.' }));
    const key = await operatorOf(rig);
    expect(await said(rig, { key })).toEqual([]);
    await declare(rig, ['read_mail', 'send_money']);
    expect(await said(rig, { key })).toEqual([
      'look: no client has declared these tools of the policy yet: look_up',
    ]);
    await declare(rig, ['look_up']);
    expect(await said(rig, { key })).toEqual([
      'holds: clients declare the tools that the policy names, and no others',
    ]);
    const policy = mailPolicy.replace('send_money', 'send_mony');
    expect(await said(rig, { key, policy })).toEqual([
      'look: clients declare tools that no policy names: send_money',
      'look: no client has declared these tools of the policy yet: send_mony',
    ]);
  });

  test('are not spoken of without a key, a gateway, a policy or what was declared', async () => {
    await using rig = await startRig();
    rig.upstream.play(() => ({ text: 'Hello.' }));
    await declare(rig, ['send_mony']);
    const key = await operatorOf(rig);
    expect(await said(rig)).toEqual([]);
    expect(await said(rig, { key, policy: '{' })).toEqual([]);
    expect(await said(rig, { key: `op-sluice-${'x'.repeat(43)}` })).toEqual([]);
    await rig.gateway().close();
    expect(await said(rig, { key })).toEqual([]);
  });
});
