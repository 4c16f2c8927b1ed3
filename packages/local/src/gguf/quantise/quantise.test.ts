import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dequantise } from '../dequantise/dequantise.ts';
import type { WritableType } from '../tensor-type.ts';
import { quantise } from './quantise.ts';

function backAndForth(values: Float32Array, type: WritableType): Float32Array {
  const numbers = new Float32Array(values.length);
  dequantise(quantise(values, type), type, numbers);
  return numbers;
}

const block = fc
  .array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: 32, maxLength: 32 })
  .map((values) => Float32Array.from(values));

describe('what is lost stays below a step of the type', () => {
  test('f32 loses nothing', () => {
    fc.assert(
      fc.property(block, (values) => {
        expect(backAndForth(values, 'f32')).toEqual(values);
      }),
    );
  });
  test.each<[WritableType, (values: Float32Array) => number]>([
    // Half a unit in the last of eleven bits.
    ['f16', (values) => largest(values) * 2 ** -11 + 2 ** -25],
    // Half a step, and what the 16-bit scale is off by, 127 times.
    ['q8_0', (values) => (largest(values) / 127) * (0.5 + 127 * 2 ** -11) + 1e-6],
    // Half a step, and what scale and least value are off by.
    ['q4_1', (values) => (range(values) / 15) * (0.5 + 15 * 2 ** -11) + largest(values) * 2 ** -11],
  ])('%s', (type, bound) => {
    fc.assert(
      fc.property(block, (values) => {
        const back = backAndForth(values, type);
        for (const [at, value] of values.entries())
          expect(Math.abs((back[at] ?? 0) - value)).toBeLessThanOrEqual(bound(values) + 1e-5);
      }),
    );
  });
});

test.each<WritableType>(['f32', 'f16', 'q8_0', 'q4_1'])('%s: zeros stay zeros', (type) => {
  expect(backAndForth(new Float32Array(64), type)).toEqual(new Float32Array(64));
});

test('eight bits: the largest is 127, halves go away from 0', () => {
  const values = new Float32Array(32);
  values.set([127, -127, 0.5, -0.5, 0.4]);
  expect([...new Int8Array(quantise(values, 'q8_0').buffer, 2, 5)]).toEqual([127, -127, 1, -1, 0]);
});

test('a view into a longer array is packed as it is', () => {
  const long = Float32Array.from({ length: 96 }, (_, at) => at);
  const view = long.subarray(32, 64);
  expect(quantise(view, 'f32')).toEqual(quantise(view.slice(), 'f32'));
  expect(quantise(view, 'q4_1')).toEqual(quantise(view.slice(), 'q4_1'));
});

function largest(values: Float32Array): number {
  return Math.max(...values.map(Math.abs));
}

function range(values: Float32Array): number {
  return Math.max(...values) - Math.min(...values);
}
