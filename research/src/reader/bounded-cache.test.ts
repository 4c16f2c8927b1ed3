import { expect, test } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

test('computes once, until its keys are too long', () => {
  const cache = new BoundedCache<number>({ charactersMax: 6 });
  let computed = 0;
  const ask = (key: string): number =>
    cache.of(key, () => {
      computed += 1;
      return key.length;
    });
  expect([ask('aaa'), ask('aaa'), ask('bbb'), computed]).toEqual([3, 3, 3, 2]);
  expect([ask('cc'), ask('aaa'), computed]).toEqual([2, 3, 4]);
});
