import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScan } from './json.ts';

const unbounded = { depthMax: 1_000, nodesMax: 1_000_000 };

/** Scans a text cut into pieces of these lengths, over and over. */
function scanned(text: string, more: Partial<typeof unbounded> = {}, lengths = [1_000]): JsonScan {
  const scan = new JsonScan({ ...unbounded, ...more });
  const bytes = Buffer.from(text);
  for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? 1;
    scan.add(bytes.subarray(at, at + length));
    at += length;
  }
  return scan.end();
}

test.each<[string, number]>([
  ['[]', 1],
  ['[[],[{}]]', 3],
  ['{"a":"[[[[","b":[1]}', 2],
  ['{"a":"\\"[[[["}', 1],
  ['{"a\\\\":{}}', 2],
])('%s is %d deep', (text, depth) => {
  for (const lengths of [[1], [2], [3, 1], [1_000]]) {
    expect(scanned(text, { depthMax: depth }, lengths).past).toBeUndefined();
    expect(scanned(text, { depthMax: depth - 1 }, lengths).past).toBe('depth');
  }
});

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

test('it is the depth of the value, and never fewer nodes than it has, however it is cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), cuts, (some, lengths) => {
      const value = [some, 0];
      const text = JSON.stringify(value);
      const depth = depthOf(value);
      const nodes = nodesOf(value);
      expect(scanned(text, { depthMax: depth, nodesMax: 2 * nodes }, lengths).past).toBeUndefined();
      expect(scanned(text, { depthMax: depth - 1 }, lengths).past).toBe('depth');
      expect(scanned(text, { nodesMax: nodes - 1 }, lengths).past).toBe('nodes');
    }),
  );
});

test('texts are no nodes, however many marks they hold', () => {
  const text = JSON.stringify(['{},'.repeat(1_000), '"[\\'.repeat(1_000)]);
  for (const lengths of [[1], [7], [4_096]]) {
    expect(scanned(text, { nodesMax: 3 }, lengths).past).toBeUndefined();
  }
});

test.each([
  ['9007199254740993', true],
  ['{"a":1.0}', true],
  ['[1E5]', true],
  ['[-0]', true],
  ['[1,2.50]', true],
  [`[${'1'.repeat(400)}]`, true],
  ['{"a":0.7,"b":[12,-3],"c":1e+21}', false],
  ['["1.0","9007199254740993"]', false],
  ['[true,false,null]', false],
])('%s holds a number that is written otherwise: %s', (text, hasExactNumbers) => {
  for (const lengths of [[1], [3], [4_096]]) {
    expect(scanned(text, {}, lengths).hasExactNumbers).toBe(hasExactNumbers);
  }
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function nodesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, each) => sum + nodesOf(each), 0);
}
