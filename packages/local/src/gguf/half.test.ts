import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfValues, toHalf } from './half.ts';

test('every 16-bit float comes back as it was', () => {
  const wrong = [...halfValues.entries()].filter(
    ([pattern, value]) => !Number.isNaN(value) && toHalf(value) !== pattern,
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['the largest', 65_504, 0x7bff],
  ['what still rounds to the largest', 65_519, 0x7bff],
  ['what is nearer to infinity', 65_520, 0x7c00],
  ['minus infinity', -Infinity, 0xfc00],
  ['not a number', Number.NaN, 0x7e00],
  ['a tie, down to even', 1 + 2 ** -11, 0x3c00],
  ['a tie, up to even', 1 + 3 * 2 ** -11, 0x3c02],
  ['the least above 0', 2 ** -24, 0x0001],
  ['half of that: a tie to 0', 2 ** -25, 0x0000],
  ['a tie among small ones, up to even', 3 * 2 ** -25, 0x0002],
  ['minus 0', -0, 0x8000],
])('%s', (_, value, pattern) => {
  expect(toHalf(value)).toBe(pattern);
});

test('none is nearer than the one chosen', () => {
  fc.assert(
    fc.property(fc.float({ min: -65_000, max: 65_000, noNaN: true }), (value) => {
      const pattern = toHalf(value);
      const distance = Math.abs((halfValues[pattern] ?? 0) - value);
      for (const beside of [pattern - 1, pattern + 1])
        expect(Math.abs((halfValues[beside & 0xffff] ?? Infinity) - value)).not.toBeLessThan(
          distance,
        );
    }),
  );
});
