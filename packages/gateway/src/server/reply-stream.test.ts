import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../limits.ts';
import type { StreamWriter } from '../protocol/protocol.ts';
import { ReplyStream } from './reply-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const writer: StreamWriter = {
  begin: () => 'begin ',
  text: (delta) => delta,
  notice: (text) => text,
  keepAlive: () => 'alive ',
  end: () => 'end',
  fail: () => 'failed',
};

function started() {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  return { response, stream: new ReplyStream(response, { writer, headers: {} }) };
}

test('begins by itself, so that a client does not take the line for dead', () => {
  const { response, stream } = started();
  vi.advanceTimersByTime(limits.keepAliveMsMax);
  expect(response.headersSent).toBe(true);
  stream.stop();
});

test('leaves room for an error where one may come, and begins where none does', async () => {
  const { response, stream } = started();
  const { promise: decided, resolve } = Promise.withResolvers<void>();
  const held = stream.silently(() => decided);
  vi.advanceTimersByTime(3 * limits.keepAliveMsMax);
  expect(response.headersSent).toBe(false);
  resolve();
  await held;
  vi.advanceTimersByTime(limits.keepAliveMsMax);
  expect(response.headersSent).toBe(true);
  stream.stop();
});

test('a stream that has begun is kept open all the same', () => {
  const { response, stream } = started();
  stream.text('so ');
  const write = vi.spyOn(response, 'write');
  void stream.silently(() => new Promise<void>(() => {}));
  vi.advanceTimersByTime(limits.keepAliveMsMax);
  expect(write).toHaveBeenCalledWith('alive ');
  stream.stop();
});
