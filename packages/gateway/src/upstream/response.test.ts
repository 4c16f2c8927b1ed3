import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../limits.ts';
import { UpstreamError } from '../protocol/errors.ts';
import { proves } from '../testing/proves.ts';
import { BrokenOff, wholeResponse } from './response.ts';

type Answer = (response: ServerResponse) => void;

/** A connection to a server that answers like this, with whether its client has gone. */
async function connected(answer: Answer): Promise<{ pool: Pool; gone: Promise<unknown> }> {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.once('close', () => closed.resolve());
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  onTestFinished(async () => {
    await pool.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { pool, gone: closed.promise };
}

const room = async (): Promise<void> => {};
const post = { method: 'POST', path: '/', headers: {}, body: '{}' } as const;

async function asked(answer: Answer): Promise<unknown> {
  const { pool } = await connected(answer);
  return await wholeResponse(pool, post, { signal: new AbortController().signal, room });
}

test('a response is read whole, however it comes', async () => {
  const bytes = Buffer.from('{"text":"Grüezi"}');
  const whole = await asked((response) => {
    response.writeHead(429, { 'retry-after': '7' });
    // The first part ends inside a character.
    response.write(bytes.subarray(0, 12), () => void response.end(bytes.subarray(12)));
  });
  expect(whole).toMatchObject({ status: 429, text: '{"text":"Grüezi"}' });
  expect(whole).toHaveProperty(['headers', 'retry-after'], '7');
});

test.each<[string, Answer]>([
  [
    'breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => void response.destroy());
    },
  ],
])('a response that %s is none', async (_, answer) => {
  await expect(asked(answer)).rejects.toThrow(BrokenOff);
});

test('one that is too large is an error of its own', async () => {
  const bytes = Buffer.alloc(limits.upstreamBytesMax + 1, ' ');
  await expect(asked((response) => void response.end(bytes))).rejects.toMatchObject({
    name: UpstreamError.name,
    code: 'upstream_too_large',
  });
});

proves('gateway/large-reply-waits', async () => {
  const long = 'x'.repeat(2 * limits.smallBodyBytesMax);
  const { pool } = await connected((response) => void response.end(long));
  const { signal } = new AbortController();
  const wanted = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  let isRead = false;
  const beside = {
    signal,
    room: () => {
      wanted.resolve();
      return given.promise;
    },
  };
  const whole = wholeResponse(pool, post, beside).finally(() => (isRead = true));
  await wanted.promise;
  expect(isRead).toBe(false);
  given.resolve();
  expect((await whole).text).toBe(long);
  // A response that finds no room fails with the reason.
  const none = { signal, room: async () => Promise.reject(new Error('no room')) };
  await expect(wholeResponse(pool, post, none)).rejects.toThrow('no room');
  // A small one asks for none.
  const { pool: other } = await connected((response) => void response.end('{}'));
  expect((await wholeResponse(other, post, none)).text).toBe('{}');
});

test('without a response there is what went wrong', async () => {
  const failed = asked((response) => response.destroy());
  await expect(failed).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
});

test.each([
  ['before it is sent', 0],
  ['while it waits', 1],
  ['in the middle', 2],
])('a request that is given up %s goes no further', async (_, when) => {
  const giveUp = new AbortController();
  const { pool, gone } = await connected((response) => {
    const onPurpose = (): void => giveUp.abort(new Error('on purpose'));
    if (when === 2) response.writeHead(200).write('{', onPurpose);
    else onPurpose();
  });
  if (when === 0) giveUp.abort(new Error('on purpose'));
  const given = wholeResponse(pool, post, { signal: giveUp.signal, room });
  await expect(given).rejects.toThrow('on purpose');
  if (when > 0) await gone;
});
