import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { pairedBootstrap } from './bootstrap.ts';
import { mcnemar } from './mcnemar.ts';
import { meanOf, ratio, sumOf } from './sums.ts';

describe('mcnemar', () => {
  // Twice the lower tail of the binomial distribution with a half, by its table.
  test.each([
    [5, 15, 0.0414],
    [15, 5, 0.0414],
    [1, 11, 26 / 4096],
    [1, 2, 1],
    [3, 3, 1],
    [0, 6, 2 / 64],
    [0, 0, 1],
    [6, 10, 0.4545],
  ])('%i against %i', (onlyFirst, onlySecond, p) => {
    expect(mcnemar({ onlyFirst, onlySecond })).toBeCloseTo(p, 4);
  });

  // The same sum in whole numbers, exactly, gives 0.0391632; 2 ** -9880 alone is 0 in a double.
  test('thousands of cases do not underflow', () => {
    expect(mcnemar({ onlyFirst: 4837, onlySecond: 5043 })).toBeCloseTo(0.0391632, 6);
  });

  test('two defences of equal worth differ significantly in at most 5% of the trials', () => {
    const rng = xoroshiro128plus(11);
    let significant = 0;
    for (let round = 0; round < 2000; round += 1) {
      const first = Array.from({ length: 40 }, () => uniformFloat64(rng)).filter((u) => u < 0.5);
      const pair = { onlyFirst: first.length, onlySecond: 40 - first.length };
      if (mcnemar(pair) <= 0.05) significant += 1;
    }
    expect(significant / 2000).toBeLessThanOrEqual(0.05);
    expect(significant).toBeGreaterThan(0);
  });
});

describe('paired bootstrap', () => {
  test('the same seed gives the same interval, another seed another', () => {
    const pairs = Array.from({ length: 40 }, (_, i) => [(i * i) % 17, Math.sqrt(i)] as const);
    const [once, again] = [
      pairedBootstrap(pairs, { seed: 1 }),
      pairedBootstrap(pairs, { seed: 1 }),
    ];
    expect(once).toEqual(again);
    expect(pairedBootstrap(pairs, { seed: 2 })).not.toEqual(once);
  });

  test('pairs stay pairs: a constant difference has no spread', () => {
    const pairs = Array.from({ length: 20 }, (_, i) => [i + 2, i] as const);
    expect(pairedBootstrap(pairs, { seed: 3 })).toEqual({
      difference: 2,
      low: 2,
      high: 2,
      pairs: 20,
    });
  });

  test('of no pairs nothing is known', () => {
    expect(pairedBootstrap([], { seed: 1 })).toBeUndefined();
  });

  // A difference of 0.5 with a standard deviation of 0.5: 0.5 +- 1.96 * 0.5 / sqrt(100).
  test('agrees with the normal interval where that is right', () => {
    const pairs = Array.from({ length: 100 }, (_, i) => [i % 2, 0] as const);
    const found = pairedBootstrap(pairs, { seed: 5 });
    expect(found?.low).toBeCloseTo(0.402, 1);
    expect(found?.high).toBeCloseTo(0.598, 1);
  });

  test('covers about 95%, by simulation', () => {
    const rng = xoroshiro128plus(13);
    let covered = 0;
    for (let seed = 0; seed < 150; seed += 1) {
      const pairs = Array.from({ length: 40 }, () => [uniformFloat64(rng), 0.2] as const);
      const found = pairedBootstrap(pairs, { seed });
      if (found !== undefined && found.low <= 0.3 && 0.3 <= found.high) covered += 1;
    }
    expect(covered / 150).toBeGreaterThan(0.9);
    expect(covered / 150).toBeLessThan(0.995);
  });
});

test('nothing sums to 0, and has neither mean nor quotient', () => {
  expect(sumOf([], Number)).toBe(0);
  expect(meanOf([], Number)).toBeUndefined();
  expect(ratio(3, 0)).toBeUndefined();
  expect(meanOf([1, 2], (n) => n)).toBe(1.5);
});
