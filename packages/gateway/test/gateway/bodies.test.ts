import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send } from '../attacks/raw.ts';
import { startRig } from './harness.ts';

const path = '/v1/chat/completions';

proves('gateway/body-bounded', async () => {
  await using rig = await startRig();
  const headers = bearer(rig.key);
  const many = `{"model":"m","messages":[${'{},'.repeat(limits.bodyNodesMax / 2)}{}]}`;
  const deep = `{"model":"m","messages":${'['.repeat(300)}${']'.repeat(300)}}`;
  expect(await send(rig, { path, headers, body: many })).toMatchObject({ status: 413 });
  expect(await send(rig, { path, headers, body: deep })).toMatchObject({ status: 400 });
  expect(rig.upstream.requests).toEqual([]);
});

test('as many values as an honest client sends, and text that only looks like many', async () => {
  await using rig = await startRig();
  const headers = bearer(rig.key);
  const parts = Array.from({ length: 10_000 }, (_, at) => ({ type: 'text', text: `${at}` }));
  const messages = [
    { role: 'user', content: parts },
    { role: 'user', content: '{},'.repeat(limits.bodyNodesMax) },
  ];
  const body = JSON.stringify({ model: 'm', messages });
  expect(await send(rig, { path, headers, body })).toMatchObject({ status: 200 });
});

test('a body that does not say its length is taken in, small or large', async () => {
  await using rig = await startRig();
  const headers = { ...bearer(rig.key), 'transfer-encoding': 'chunked' };
  for (const content of ['short', 'long '.repeat(limits.smallBodyBytesMax)]) {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
    expect(await send(rig, { path, headers, body })).toMatchObject({ status: 200 });
  }
});

test('a large body goes on as it was, byte for byte, and is stored as it was', async () => {
  await using rig = await startRig();
  const content = 'x€\n"🦆\\'.repeat(limits.smallBodyBytesMax / 4);
  const message = JSON.stringify({ role: 'user', content });
  const body = `{"model":"m","messages":[${message}],"temperature":1.0}`;
  const headers = bearer(rig.key);
  expect(await send(rig, { path, headers, body })).toMatchObject({ status: 200 });
  const [sent] = rig.upstream.requests;
  expect(sent?.text.includes(message)).toBe(true);
  expect(sent?.text).toContain('"temperature":1.0');
  expect(sent?.headers['content-length']).toBe(String(Buffer.byteLength(sent?.text ?? '')));
  const { store } = rig.gateway();
  const events = await store.events.list({ type: 'turn-started', limit: 9 });
  expect(events.map(({ payload = '{}' }) => JSON.parse(payload).parts)).toEqual([
    [{ kind: 'text', text: content }],
  ]);
  expect(await store.events.verify()).not.toHaveProperty('broken', expect.anything());
});
