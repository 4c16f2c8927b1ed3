import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { countOf, tensorLayouts, type TensorType } from '../tensor-type.ts';
import { dequantise } from './dequantise.ts';

/**
 * One block of each type: its bytes, some of the numbers that `gguf.quants.dequantize` of the
 * Python package `gguf` 0.19.0 makes of them, and the sum of all, each times its place from 1.
 */
const blocks: readonly (readonly [TensorType, string, Readonly<Record<number, number>>, number])[] =
  [
    [
      'q4_0',
      'SbHdBvJ/jwY80l4ZpiH5vQzM',
      {
        0: -0.8258056640625,
        1: 0.330322265625,
        15: -0.66064453125,
        16: -0.8258056640625,
        31: -0.66064453125,
      },
      22.4619140625,
    ],
    [
      'q4_1',
      'GLD4s4+P1kyyUbWnUe+8/9XiBIg=',
      { 0: -2.16796875, 1: -2.16796875, 15: -1.2724609375, 16: -1.2724609375, 31: -1.2724609375 },
      -728.916015625,
    ],
    [
      'q5_0',
      '8TXlae6pA/CdhtPh+gOjY3xyRO2/3g==',
      {
        0: 1.114013671875,
        1: -5.94140625,
        15: -0.74267578125,
        16: -5.94140625,
        31: 4.827392578125,
      },
      481.25390625,
    ],
    [
      'q5_1',
      'RqrRrER7XsuBfCXcLGCsqR7HnesddRyw',
      {
        0: -0.124267578125,
        1: -0.66339111328125,
        15: -0.07525634765625,
        16: -0.46734619140625,
        31: -1.3985595703125,
      },
      -491.03076171875,
    ],
    [
      'q8_0',
      'ii/IzGE0IN+d3imnMH8IShNoaml3zgq7/GPnQNB4tiUojA==',
      {
        0: -6.5966796875,
        1: -6.12548828125,
        15: 12.2509765625,
        16: 12.486572265625,
        31: -13.66455078125,
      },
      1116.7236328125,
    ],
    [
      'q4_k',
      '5zhyKDcGMlyMV0CjWzhycBCQIHkA+cxUeggsu9UN5E9S0LQvIgQeA/WLWoE2lTpCoXXc52wyIrKUrw14+4zJikvW3PVG65tU5iSdu2/Rc1Nxk8yBRg//LSLCCf+qFqQT3gyRUdANrCc/WEzxcTE/nxLUzHPfV+vtMsQy2VuE1a9VOmV6MytSWNc5RGLh/BaQ',
      {
        0: -0.416748046875,
        31: 66.990478515625,
        32: 2.87799072265625,
        63: 13.90826416015625,
        100: 101.73370361328125,
        129: 18.93719482421875,
        160: 33.65655517578125,
        200: 1.65240478515625,
        255: 86.88775634765625,
      },
      2324940.94189453125,
    ],
    [
      'q5_k',
      'Ezg/Mx5bVCosq0vcHi6cV5vbMh5mtycqc8fNz79dd5fKIEjQin4jqoQg9+hn4INV6RQQjlplrhZJTRHIm/qUTrRtzDF1z8Qha9ZASRLdA6KLTXGIbw9D4KWdko4cE/kObV5ndwQP/XHTbe3VdLQafXUTj4FDIaEKylN38u8gtvwSDr6erMUaHngd7PkHEiIe0KMXn8IA9BC+RYXImf1MYP7B3yBjFLSpQR7pwZwvE4c=',
      {
        0: 371.99462890625,
        31: 265.04638671875,
        32: 402.7777099609375,
        63: 127.7679443359375,
        100: 121.99755859375,
        129: 135.2413330078125,
        160: 99.249267578125,
        200: 422.1319580078125,
        255: 16.5181884765625,
      },
      5423567.529296875,
    ],
    [
      'q6_k',
      'yuSfFbLXmVPBgIPDFEu+x5VxoqD4GdOJxfzZEVXfbNkkgwKh+DK0yyU62YSZguCIJdi0EBVufniVXHX/auKyozRnIyyCHx4V/4jwb52L35piRAzjCYAcIKWtUaOx+UqgcbqC5ZlI52LWWmefaIY4etp2r45M2BPQIcxJEOeI9iZwFiSidwPFkCLftCcsdbeTBRboFl/yh7tv8rqOp2xHpOBm1DvM5Z9ADO4E2SWtJpP11x+v1zwgxxRF2ICrLLS03ULZs10g42Rj3KczexVxSRQx',
      {
        0: 122.1923828125,
        31: -240.8935546875,
        32: 173.291015625,
        63: 158.85009765625,
        100: 4.60205078125,
        129: 109.97314453125,
        160: 437.82958984375,
        200: -331.82373046875,
        255: 23.1689453125,
      },
      165421.35009765625,
    ],
  ];

function unpacked(bytes: Uint8Array, type: TensorType): Float32Array {
  const { length, bytes: each } = tensorLayouts[type];
  const numbers = new Float32Array((bytes.length / each) * length);
  dequantise(bytes, type, numbers);
  return numbers;
}

proves('weights/unpacked-exactly', () => {
  for (const [type, base64, some, sum] of blocks) {
    const numbers = unpacked(Buffer.from(base64, 'base64'), type);
    for (const [at, value] of Object.entries(some))
      expect(numbers[Number(at)], `${type} ${at}`).toBe(Math.fround(value));
    expect(numbers.reduce((total, value, at) => total + value * (at + 1), 0)).toBe(sum);
  }
});

test.each(blocks)('%s: the second block does not depend on the first', (type, base64) => {
  const block = Buffer.from(base64, 'base64');
  const two = unpacked(Buffer.concat([Buffer.alloc(block.length), block]), type);
  expect(two.slice(two.length / 2)).toEqual(unpacked(block, type));
});

test.each<[TensorType, readonly number[], readonly number[]]>([
  ['f32', [0, 0, 128, 63, 0, 0, 0, 192], [1, -2]],
  ['f16', [0, 60, 0, 192], [1, -2]],
  ['bf16', [128, 63, 0, 192], [1, -2]],
])('%s', (type, bytes, numbers) => {
  expect([...unpacked(Uint8Array.from(bytes), type)]).toEqual(numbers);
  // Bytes of a file rarely start where a float may.
  expect([...unpacked(Uint8Array.from([9, ...bytes]).subarray(1), type)]).toEqual(numbers);
});

test('a vector of every type is whole blocks', () => {
  expect(countOf([256, 3])).toBe(768);
  for (const { length, bytes } of Object.values(tensorLayouts)) {
    expect(256 % length).toBe(0);
    expect(bytes).toBeGreaterThan(0);
  }
});
