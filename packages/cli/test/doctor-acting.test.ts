import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { mailPolicy, startRig, until, type Rig } from '../../gateway/test/gateway/harness.ts';
import { checkActing } from '../src/doctor/checks/acting.ts';
import { operatorOf } from './operator/agent.ts';
import { project } from './projects.ts';

interface Asked {
  readonly system: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(rig: Rig, { system, headers }: Asked): Promise<void> {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: 'Change the greeting.' },
  ];
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': rig.key,
      'user-agent': 'OpenAI/Python 2.20.0',
      ...headers,
    },
    body: JSON.stringify({ model: 'm', messages }),
  });
  expect(response.status).toBe(200);
}

async function found(rig: Rig, key: string): Promise<readonly string[]> {
  const folder = project({});
  mkdirSync(path.join(folder, '.sluice'));
  writeFileSync(path.join(folder, '.sluice/gateway.url'), rig.gateway().url);
  const findings = await checkActing({ folder }, { env: { SLUICE_OPERATOR_KEY: key } });
  return findings.map(
    ({ status, says, todo }) =>
      `${status}: ${says.replace(/seen [\d-]+/, 'seen')} -> ${todo ?? ''}`,
  );
}

/** As aider 0.86.2 and smolagents 1.26.0 begin their system prompts. */
const aider =
  'Act as an expert software developer.\nTake requests for changes to the supplied code.';
const smolagents = 'You are an expert assistant who can solve any task using code blobs. You will';

function told(client: string): string {
  return (
    `look: \`acme\` (OpenAI/Python) looks like ${client} (seen): it acts on the text of answers, and ` +
    'its policy takes them for words that are shown -> give it a profile with the policy that ' +
    `\`npx sluice init --client ${client}\` writes`
  );
}

proves('operator/acting-clients', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const key = await operatorOf(rig);
  await ask(rig, { system: 'You help.' });
  expect(await found(rig, key)).toEqual([]);
  await ask(rig, { system: aider });
  await ask(rig, { system: aider });
  await ask(rig, { system: smolagents });
  expect(await found(rig, key)).toEqual([told('aider'), told('smolagents-code')]);
});

test('a client that names itself in a header is known by that', async () => {
  await using rig = await startRig();
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const key = await operatorOf(rig, { clearance: 'trusted' });
  await ask(rig, { system: 'You help.', headers: { 'x-title': 'Aider' } });
  expect(await found(rig, key)).toEqual([told('aider')]);
});

test('in `log` mode it is told too', async () => {
  await using rig = await startRig({ profile: '    mode: log' });
  rig.upstream.play(() => ({ text: 'Hello.' }));
  const key = await operatorOf(rig);
  await ask(rig, { system: aider });
  const findings = await until(async () => {
    const all = await found(rig, key);
    return all.length > 0 ? all : undefined;
  });
  expect(findings).toEqual([told('aider')]);
});

test('under a policy for such clients nothing is said', async () => {
  const policy = mailPolicy.replace(/answer: .*/, 'answer: { acts: true }');
  await using rig = await startRig({ policy });
  rig.upstream.play(() => ({ text: 'Hello.' }));
  await ask(rig, { system: aider });
  expect(await found(rig, await operatorOf(rig))).toEqual([]);
});
