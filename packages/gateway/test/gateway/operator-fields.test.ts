import { expect, test } from 'vitest';
import { startRig, type Rig } from './harness.ts';

const profile = '    fields: { pass: [of_tomorrow, logprobs, background], refuse: [seed] }';
const messages = [{ role: 'user', content: 'Hi' }];

async function post(rig: Rig, more: object): Promise<Response> {
  return fetch(`${rig.gateway().url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${rig.key}` },
    body: JSON.stringify({ model: 'm', messages, ...more }),
  });
}

test('a field that the operator lets pass reaches the provider, others are left out', async () => {
  await using rig = await startRig({ profile });
  const response = await post(rig, { of_tomorrow: { a: [1] }, logprobs: true, another: 1 });
  // The scripted provider is as strict as the real one, and says that it got them.
  expect(rig.upstream.requests[0]?.body).toMatchObject({ of_tomorrow: { a: [1] }, logprobs: true });
  expect(rig.upstream.requests[0]?.body).not.toHaveProperty('another');
  expect(response.headers.get('x-sluice-dropped')).toBe('another');
});

test.each(['seed', 'SEED', 'se_ed'])(
  'a field that the operator refuses is refused: %s',
  async (name) => {
    await using rig = await startRig({ profile });
    const response = await post(rig, { [name]: 7 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'unsupported_field' } });
    expect(rig.upstream.requests).toHaveLength(0);
  },
);

test('the operator lets nothing pass that is refused to all', async () => {
  await using rig = await startRig({ profile });
  const response = await fetch(`${rig.gateway().url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${rig.key}` },
    body: JSON.stringify({ model: 'm', input: 'Hi', background: true }),
  });
  expect(response.status).toBe(400);
  expect(rig.upstream.requests).toHaveLength(0);
});
