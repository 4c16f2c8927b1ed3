import { expect, test } from 'vitest';
import { Bell } from './bell.ts';

const { signal } = new AbortController();

test('those who wait for a question are woken, others wait on', async () => {
  const bell = new Bell();
  const woken: string[] = [];
  const one = bell.wait('a', 60_000, signal).then(() => woken.push('a'));
  const two = bell.wait('a', 60_000, signal).then(() => woken.push('a again'));
  const { signal: mine, abort } = aborting();
  const three = bell.wait('b', 60_000, mine).then(() => woken.push('b'));
  bell.ring('a');
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
  await expect(new Bell().wait('a', ms, gone)).resolves.toBeUndefined();
});

test('when it is closed, nobody waits any more', async () => {
  const bell = new Bell();
  const waiting = bell.wait('a', 60_000, signal);
  bell.close();
  await waiting;
  await bell.wait('b', 60_000, signal);
  expect(bell.isClosed).toBe(true);
});

test('a ring that nobody waits for is nothing', () => {
  expect(() => new Bell().ring('a')).not.toThrow();
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
