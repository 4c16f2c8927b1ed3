import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../limits.ts';
import { Notifier } from './notifier.ts';

const { signal } = new AbortController();

test('those who wait for a question are woken, others wait on', async () => {
  const notifier = new Notifier();
  const woken: string[] = [];
  const one = notifier.wait('a', { ms: 60_000, since: 0 }, signal).then(() => woken.push('a'));
  const two = notifier
    .wait('a', { ms: 60_000, since: 0 }, signal)
    .then(() => woken.push('a again'));
  const { signal: mine, abort } = aborting();
  const three = notifier.wait('b', { ms: 60_000, since: 0 }, mine).then(() => woken.push('b'));
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
  await expect(new Notifier().wait('a', { ms, since: 0 }, gone)).resolves.toBeUndefined();
});

test('when it is closed, nobody waits any more', async () => {
  const notifier = new Notifier();
  const waiting = notifier.wait('a', { ms: 60_000, since: 0 }, signal);
  notifier.close();
  await waiting;
  await notifier.wait('b', { ms: 60_000, since: 0 }, signal);
  expect(notifier.isClosed).toBe(true);
});

test('a ring between reading and waiting is heard', async () => {
  const notifier = new Notifier();
  const since = notifier.rings;
  notifier.notify('a');
  await notifier.wait('a', { ms: 60_000, since }, signal);
  expect(notifier.rings).toBe(1);
});

describe('a client that has gone', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (notifier: Notifier) => void, number]>([
    ['and does not come back', () => {}, 1],
    ['and comes back', (notifier) => notifier.back('a'), 0],
    ['before the gateway closes', (notifier) => notifier.close(), 0],
  ])('%s', (_, then, withdrawn) => {
    const notifier = new Notifier();
    const withdraw = vi.fn<() => void>();
    notifier.left('a', withdraw);
    notifier.left('a', withdraw);
    then(notifier);
    vi.advanceTimersByTime(2 * limits.clientGoneMsMax);
    expect(withdraw).toHaveBeenCalledTimes(withdrawn);
  });

  test('when the gateway has closed already', () => {
    const notifier = new Notifier();
    const withdraw = vi.fn<() => void>();
    notifier.close();
    notifier.left('a', withdraw);
    vi.advanceTimersByTime(2 * limits.clientGoneMsMax);
    expect(withdraw).not.toHaveBeenCalled();
  });
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
