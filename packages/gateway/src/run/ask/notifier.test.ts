import { expect, test } from 'vitest';
import { Notifier } from './notifier.ts';

const { signal } = new AbortController();

test('those who wait for a question are woken, others wait on', async () => {
  const notifier = new Notifier();
  const woken: string[] = [];
  const one = notifier.wait('a', 60_000, signal).then(() => woken.push('a'));
  const two = notifier.wait('a', 60_000, signal).then(() => woken.push('a again'));
  const { signal: mine, abort } = aborting();
  const three = notifier.wait('b', 60_000, mine).then(() => woken.push('b'));
  notifier.notify('a');
  await Promise.all([one, two]);
  expect(woken).toEqual(['a', 'a again']);
  abort();
  await three;
});

test.each([
  ['the time is up', 1, signal],
  ['there is no time', 0, signal],
  ['the client has gone', 60_000, AbortSignal.abort()],
])('nobody waits where %s', async (_, ms, gone) => {
  await expect(new Notifier().wait('a', ms, gone)).resolves.toBeUndefined();
});

test('when it is closed, nobody waits any more', async () => {
  const notifier = new Notifier();
  const waiting = notifier.wait('a', 60_000, signal);
  notifier.close();
  await waiting;
  await notifier.wait('b', 60_000, signal);
  expect(notifier.isClosed).toBe(true);
});

test('a ring that nobody waits for is nothing', () => {
  expect(() => new Notifier().notify('a')).not.toThrow();
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
