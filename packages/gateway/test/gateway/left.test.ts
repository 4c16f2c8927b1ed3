import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { newSecret, secretHash } from '../../src/store/secrets.ts';
import { proves } from '../../src/testing/proves.ts';
import { askingRig } from '../attacks/asking.ts';
import { bearer, send } from '../attacks/raw.ts';
import { bodyOf, say } from '../identity/client.ts';
import { until, type Rig } from './harness.ts';

const soon = vi.hoisted(() => ({ ms: 10 }));

vi.mock('../../src/limits.ts', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.ts')>();
  return {
    limits: {
      ...limits,
      get clientGoneMsMax() {
        return soon.ms;
      },
    },
  };
});

const toBob = [say('user', 'pay {"to":"bob"}')];
const streamed = bodyOf('gpt-4o', { messages: toBob }).replace('{', '{"stream":true,');

/** A client that goes away when the question is there. */
async function left(rig: Rig): Promise<void> {
  const { hostname, port } = new URL(rig.gateway().url);
  const headers = { ...bearer(rig.key), 'content-type': 'application/json' };
  const path = '/v1/chat/completions';
  const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false });
  outgoing.on('error', () => {});
  outgoing.end(streamed);
  await until(async () => (await rig.questions()).at(0));
  outgoing.destroy();
}

async function statesIn(rig: Rig): Promise<readonly string[]> {
  return (await rig.questions()).map(({ state }) => state).toSorted();
}

proves('ask/withdrawn', async () => {
  await using rig = await askingRig({ wait: 60 });
  await left(rig);
  const [question] = await until(async () => {
    const all = await rig.questions();
    return all[0]?.state === 'withdrawn' ? all : undefined;
  });
  const events = await rig.gateway().store.events.list({ subject: question?.id ?? '', limit: 9 });
  expect(events.at(-1)).toMatchObject({ type: 'question-withdrawn' });
  const again = send(rig, { headers: bearer(rig.key), body: streamed });
  const fresh = await rig.answer('yes');
  expect(fresh.id).not.toBe(question?.id);
  expect((await again).text).toContain('bob');
  expect(await statesIn(rig)).toEqual(['used', 'withdrawn']);
});

test('a question stays that was answered before nobody waited for it any more', async () => {
  soon.ms = 60_000;
  await using rig = await askingRig({ wait: 60 });
  await left(rig);
  await rig.answer('yes');
  const { text } = await send(rig, { headers: bearer(rig.key), body: streamed });
  expect(text).toContain('bob');
  expect(await statesIn(rig)).toEqual(['used']);
});

test('a gateway that stops withdraws nothing: the client comes back to the question', async () => {
  soon.ms = 60_000;
  await using rig = await askingRig({ wait: 60 });
  await left(rig);
  await rig.restart();
  expect(await statesIn(rig)).toEqual(['open']);
  const again = send(rig, { headers: bearer(rig.key), body: streamed });
  await rig.answer('yes');
  expect((await again).text).toContain('bob');
  expect(await rig.questions()).toHaveLength(1);
});

/** Another secret for the client's key, as an operator makes it. */
async function replaced(rig: Rig): Promise<string> {
  const key = newSecret('operator');
  const { credentials } = rig.gateway().store;
  const place = { kind: 'operator', id: 'key_1', name: 'ann', tenant: undefined } as const;
  const more = { roles: ['admin'], clearance: 'top', createdMs: 0, revokedMs: undefined } as const;
  await credentials.add({ ...place, ...more }, secretHash(key));
  const { id } = (await credentials.find(secretHash(rig.key))) ?? { id: '' };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `${rig.gateway().url}/api/keys/${id}/secret`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  const { secret }: { secret: string } = JSON.parse(await response.text());
  return secret;
}

proves('ask/key-holds', async () => {
  await using rig = await askingRig({ wait: 60 });
  const waiting = send(rig, { headers: bearer(rig.key), body: streamed });
  await until(async () => (await rig.questions()).at(0));
  const secret = await replaced(rig);
  await rig.answer('yes');
  const { text } = await waiting;
  expect(text).toContain('invalid_api_key');
  expect(text).not.toContain('bob');
  expect(await statesIn(rig)).toEqual(['approved']);
  // Whoever holds the key now has what was approved for it.
  const got = await send(rig, { headers: bearer(secret), body: streamed });
  expect(got.text).toContain('bob');
  expect(await statesIn(rig)).toEqual(['used']);
});
