import { expect, test } from 'vitest';
import { startRig } from './harness.ts';

test.each([
  ['/chat/completions', '`/v1` is missing from the base URL'],
  ['/messages', '`/v1` is missing from the base URL'],
  ['/v1/v1/messages', '`/v1` is twice in the base URL'],
  ['/v1/assistants', 'use /v1/chat/completions, /v1/responses'],
])('%s is no route, and the error says what to change', async (path, said) => {
  await using rig = await startRig();
  const headers = { authorization: `Bearer ${rig.key}` };
  const response = await fetch(rig.gateway().url + path, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).toContain('unknown_route');
  expect(text).toContain(said);
});

test('a key that is not known is told where the right one is', async () => {
  await using rig = await startRig();
  const response = await fetch(`${rig.gateway().url}/v1/models`, {
    headers: { authorization: 'Bearer sk-of-the-provider' },
  });
  expect(response.status).toBe(401);
  const text = await response.text();
  expect(text).toContain('cat .sluice/client.key');
  expect(text).not.toContain('sk-of-the-provider');
});
