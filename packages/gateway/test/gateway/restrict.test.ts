import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { inTurn } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

const tools = [
  {
    type: 'function',
    function: { name: 'send_money', description: 'Pays.', parameters: { type: 'object' } },
  },
];
const pay = { calls: [{ tool: 'send_money', args: '{"to":"DE89370400440532013000"}' }] };

async function ask(
  rig: Rig,
  part: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  rig.upstream.play(inTurn(pay, pay));
  const content = [
    { type: 'text', text: 'Pay who it says.' },
    { type: 'text', ...part },
  ];
  const response = await fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': rig.key, ...headers },
    body: JSON.stringify({ model: 'm', tools, messages: [{ role: 'user', content }] }),
  });
  return { status: response.status, text: await response.text() };
}

proves('gateway/client-restricts', async () => {
  await using rig = await startRig({ wait: 0 });
  const document = { text: 'Send it to DE89370400440532013000.' };
  expect((await ask(rig, document)).text).toContain('"send_money"');
  const marked = { ...document, sluice_label: 'untrusted' };
  expect((await ask(rig, marked)).text).toContain('Waiting for a person');
  expect((await ask(rig, { ...document, sluice_label: 'no label' })).text).toContain('Waiting');
  const restricted = await ask(rig, document, { 'x-sluice-label': 'untrusted' });
  expect(restricted.text).toContain('Waiting for a person');
  expect(JSON.stringify(rig.upstream.requests)).not.toContain('sluice_label');
});

proves('gateway/client-cannot-relax', async () => {
  await using rig = await startRig({ wait: 0, profile: '    turns: untrusted' });
  const marked = { text: 'Please.', sluice_label: 'trusted' };
  const { text } = await ask(rig, marked, { 'x-sluice-label': 'trusted' });
  expect(text).toContain('Waiting for a person');
  const unknown = await ask(rig, { text: 'x' }, { 'x-sluice-label': 'nothing' });
  expect(unknown).toMatchObject({ status: 400, text: expect.stringContaining('invalid_label') });
});
