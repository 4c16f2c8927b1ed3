import { expect, test } from 'vitest';
import { Queue } from './queue.ts';

const refuse = (): Error => new Error('aborted');
const never = new AbortController().signal;

test('what is given runs in order, one at a time', async () => {
  const queue = new Queue();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const names = ['a', 'b', 'c'];
  const results = names.map((name) => queue.run(work(name), { signal: never, refuse }));
  expect(await Promise.all(results)).toEqual(names);
  expect(log).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('what fails does not stop the next', async () => {
  const queue = new Queue();
  const fails = queue.run(() => Promise.reject(new Error('bad')), { signal: never, refuse });
  const next = queue.run(() => Promise.resolve(1), { signal: never, refuse });
  await expect(fails).rejects.toThrow('bad');
  expect(await next).toBe(1);
});

test('what is aborted while it waits never runs', async () => {
  const queue = new Queue();
  const first = Promise.withResolvers<number>();
  const running = queue.run(() => first.promise, { signal: never, refuse });
  const abort = new AbortController();
  let ran = false;
  const waiting = queue.run(
    () => {
      ran = true;
      return Promise.resolve();
    },
    { signal: abort.signal, refuse },
  );
  abort.abort();
  await expect(waiting).rejects.toThrow('aborted');
  first.resolve(1);
  expect(await running).toBe(1);
  expect(ran).toBe(false);
});

test('what is aborted while it runs fails at once, and the next waits until it has ended', async () => {
  const queue = new Queue();
  const first = Promise.withResolvers<number>();
  const abort = new AbortController();
  const log: string[] = [];
  const running = queue.run(() => first.promise, { signal: abort.signal, refuse });
  const next = queue.run(() => Promise.resolve(log.push('next')), { signal: never, refuse });
  await Promise.resolve();
  abort.abort();
  await expect(running).rejects.toThrow('aborted');
  expect(log).toEqual([]);
  first.resolve(1);
  await next;
  expect(log).toEqual(['next']);
});
