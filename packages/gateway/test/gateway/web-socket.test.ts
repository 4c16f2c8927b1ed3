import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startRig } from './harness.ts';

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const asked = request(url, { headers });
  asked.end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  answer?.resume();
  return answer?.statusCode;
}

test('a client that asks for a WebSocket is told at once to go on over HTTP', async () => {
  await using rig = await startRig();
  const { url } = rig.gateway();
  const socket = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = {
    authorization: `Bearer ${rig.key}`,
    'sec-websocket-key': 'c2x1aWNlc2x1aWNlc2x1aQ==',
  };
  // Codex asks seven times after any other status, and ends after 400.
  expect(await get(`${url}/v1/responses`, { ...socket, ...key })).toBe(426);
  expect(await get(`${url}/v1/responses`, key)).toBe(400);
  expect(rig.upstream.requests).toEqual([]);
});
