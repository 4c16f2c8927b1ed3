import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan } from './body-depth.ts';

test.each<[string, number]>([
  ['[]', 1],
  ['[[],[{}]]', 3],
  ['{"a":"[[[[","b":[1]}', 2],
  ['{"a":"\\"[[[["}', 1],
  ['{"a\\\\":{}}', 2],
])('%s is %d deep', (text, depth) => {
  expect(isDeeperThan(depth, Buffer.from(text))).toBe(false);
  expect(isDeeperThan(depth - 1, Buffer.from(text))).toBe(true);
});

test('it is the depth of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const depth = depthOf(value);
      expect(isDeeperThan(depth, bytes)).toBe(false);
      expect(depth === 0 || isDeeperThan(depth - 1, bytes)).toBe(true);
    }),
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
