import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratioThreshold } from './scorer-distinguisher.ts';

test.each([
  ['apart', [10, 12], [0, 1], 5.5],
  ['apart, below nothing', [-1], [-3], -2],
  ['one that is told in vain', [10, 12, -5], [0, 1], 5.5],
  ['one that tells nothing', [10, 12], [0, 1, 20], 5.5],
  ['all the same', [2, 2], [2], 2],
])('%s', (...[, told, untold, threshold]) => {
  expect(ratioThreshold({ told, untold })).toBe(threshold);
});

test.each([
  [[], [1]],
  [[1], []],
])('nothing to choose on', (told, untold) => {
  expect(() => ratioThreshold({ told, untold })).toThrow(RangeError);
});

const ratios = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 12 });

function rightAt(threshold: number, told: readonly number[], untold: readonly number[]): number {
  const hit = told.filter((each) => each >= threshold).length / told.length;
  return hit + untold.filter((each) => each < threshold).length / untold.length;
}

test('no middle between two ratios is right more often', () => {
  fc.assert(
    fc.property(ratios, ratios, (told, untold) => {
      const all = [...new Set([...told, ...untold])].toSorted((a, b) => a - b);
      const middles = all.slice(1).map((each, at) => ((all[at] ?? each) + each) / 2);
      const best = Math.max(0, ...middles.map((each) => rightAt(each, told, untold)));
      expect(rightAt(ratioThreshold({ told, untold }), told, untold)).toBeGreaterThanOrEqual(best);
    }),
  );
});
