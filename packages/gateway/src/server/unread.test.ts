import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../limits.ts';
import { BodyBudget } from './body-budget.ts';
import { Exchange } from './exchange.ts';
import { Copy, passOn } from './log-route.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const long = Buffer.alloc(2 * limits.upstreamBytesMax, 'x');
const budget = new BodyBudget({ bodyBytesMax: 1, replyBytesMax: limits.upstreamBytesMax });

/** A client that reads nothing, and what it is answered by. */
async function withUnread(
  answer: (exchange: Exchange) => unknown,
  then: (parts: { readonly response: ServerResponse; readonly client: Socket }) => Promise<void>,
): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer();
  const answered = new Promise<ServerResponse>((resolve) => {
    server.once('request', (request, response) => {
      const exchange = new Exchange(request, response, budget);
      void (async () => {
        await exchange.roomForReply();
        resolve(response);
        await answer(exchange);
      })();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const response = await answered;
  await new Promise(setImmediate);
  await then({ response, client });
  client.destroy();
  server.close();
}

const whole = (exchange: Exchange): void => exchange.json(200, long.toString());
const passed = async (exchange: Exchange): Promise<unknown> => {
  const body = (async function* () {
    yield long;
    yield long;
  })();
  const response = { status: 200, headers: {}, body, text: async () => '' };
  return passOn(response, { exchange, brokenUntilMs: undefined, copy: undefined });
};

test.each([whole, passed])('who reads nothing of its answer loses it, and its room', async (by) => {
  await withUnread(by, async ({ response }) => {
    const closed = once(response, 'close');
    vi.advanceTimersByTime(limits.unreadMsMax - 1);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    await closed;
    (await budget.roomForReply(new AbortController().signal)).release();
  });
});

test('who reads it is given all of it', async () => {
  await withUnread(whole, async ({ response, client }) => {
    let bytes = 0;
    client.on('data', (chunk) => void (bytes += chunk.length));
    await once(response, 'close');
    vi.advanceTimersByTime(limits.unreadMsMax);
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(long.length));
  });
});

test('who reads it slowly is given all of it, and keeps no room that others need', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += limits.unreadMsMax));
  const chunk = long.subarray(0, limits.upstreamBytesMax);
  let copied: Buffer | undefined = chunk;
  const slowly = async (exchange: Exchange): Promise<void> => {
    const body = (async function* () {
      yield chunk;
      yield chunk;
      (await budget.roomForReply(exchange.signal)).release();
      yield chunk;
    })();
    const copy = new Copy(exchange);
    const response = { status: 200, headers: {}, body, text: async () => '' };
    await passOn(response, { exchange, brokenUntilMs: undefined, copy });
    copied = copy.whole;
  };
  await withUnread(slowly, async ({ response, client }) => {
    let bytes = 0;
    client.on('data', (data) => void (bytes += data.length));
    await once(response, 'finish');
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(3 * chunk.length));
    expect(copied).toBeUndefined();
  });
});
