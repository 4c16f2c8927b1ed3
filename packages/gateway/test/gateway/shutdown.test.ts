import { expect, test } from 'vitest';
import { startRig, until } from './harness.ts';

const tools = ['read_mail', 'send_money'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object' } },
}));

test('a client that waits for a person is told so when the gateway closes', async () => {
  await using rig = await startRig({ wait: 60 });
  rig.upstream.play(({ messages }) =>
    messages.some(({ role }) => role === 'tool') || messages.length > 1
      ? { text: 'Done.' }
      : { calls: [{ tool: 'send_money', args: '{"to":"eve"}' }] },
  );
  const asked = fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': rig.key,
      'x-sluice-label': 'untrusted',
    },
    body: JSON.stringify({ model: 'm', tools, messages: [{ role: 'user', content: 'Pay eve.' }] }),
  });
  await until(async () => (await rig.questions())[0]);
  await until(async () => rig.log.find(({ event }) => event === 'question-asked'));
  const closing = rig.restart();
  const response = await asked;
  expect(await response.text()).toContain('Waiting for a person to decide: ap_');
  await closing;
  expect(await rig.questions()).toMatchObject([{ state: 'open' }]);
});
