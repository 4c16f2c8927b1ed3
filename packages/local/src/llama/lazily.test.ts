import { expect, test } from 'vitest';
import { lazily } from './lazily.ts';

test('it is made once, when it is first asked for', async () => {
  let made = 0;
  const get = lazily(() => Promise.resolve((made += 1)));
  expect(made).toBe(0);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('a failure is not kept', async () => {
  let tries = 0;
  const get = lazily(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(tries);
  });
  await expect(get()).rejects.toThrow('not yet');
  expect(await get()).toBe(2);
});
