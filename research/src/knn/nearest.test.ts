import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestBound, squaredDistances, squaredLengths } from './nearest.ts';

const width = 3;
const rows = fc
  .array(fc.float({ noNaN: true, min: -100, max: 100 }), { maxLength: 18 })
  .map((all) => Float32Array.from(all.slice(0, all.length - (all.length % width))));

test('every distance is the sum of squared differences', () => {
  fc.assert(
    fc.property(rows, rows, (queries, keys) => {
      const tokens = new Int32Array(keys.length / width);
      const distances = squaredDistances(queries, { keys, width, tokens });
      const expected = Array.from({ length: queries.length / width }, (_, row) =>
        Array.from(tokens, (_token, entry) =>
          [0, 1, 2]
            .map((at) => (queries[row * width + at] ?? 0) - (keys[entry * width + at] ?? 0))
            .reduce((sum, difference) => sum + difference ** 2, 0),
        ),
      ).flat();
      expect([...distances]).toEqual(expected);
    }),
  );
});

test('close states far from the origin keep their distance', () => {
  const keys = Float32Array.from([4096, 0, 0]);
  const queries = Float32Array.from([4096.001953125, 0, 0]);
  const [distance] = squaredDistances(queries, { keys, width, tokens: new Int32Array(1) });
  expect(distance).toBe(0.001953125 ** 2);
});

test.each([
  ['the nearest', [3, 1, 2], 1, 1],
  ['the second nearest', [3, 1, 2], 2, 2],
  ['a tie', [2, 2, 1], 2, 2],
  ['as many as there are', [3, 1, 2], 3, Number.POSITIVE_INFINITY],
  ['more than there are', [3, 1], 9, Number.POSITIVE_INFINITY],
  ['none', [], 1, Number.POSITIVE_INFINITY],
] as const)('the bound of %s', (...[, distances, k, bound]) => {
  expect(nearestBound(Float64Array.from(distances), k)).toBe(bound);
});

test.each([
  [[3, 4, 0, 1, 1, 1], 3, [25, 3]],
  [[2], 1, [4]],
  [[], 3, []],
  [[], 0, []],
])('squared lengths of rows: %j', (...[rowsOf, of, lengths]) => {
  expect([...squaredLengths(Float32Array.from(rowsOf), of)]).toEqual(lengths);
});
