import type { TensorType } from '../tensor-type.ts';
import { unpackBf16, unpackF16, unpackF32 } from './floats.ts';
import { unpackQ4K, unpackQ5K, unpackQ6K } from './k-quants.ts';
import { unpackQ40, unpackQ41, unpackQ50, unpackQ51, unpackQ80 } from './quants.ts';

/** Fills `numbers` from whole blocks of `bytes`. */
export type Unpack = (bytes: Uint8Array, numbers: Float32Array) => void;

const unpackers: Readonly<Record<TensorType, Unpack>> = {
  f32: unpackF32,
  f16: unpackF16,
  bf16: unpackBf16,
  q4_0: unpackQ40,
  q4_1: unpackQ41,
  q5_0: unpackQ50,
  q5_1: unpackQ51,
  q8_0: unpackQ80,
  q4_k: unpackQ4K,
  q5_k: unpackQ5K,
  q6_k: unpackQ6K,
};

/** A tensor's bytes as numbers: `numbers` is as long as the tensor, `bytes` all of its blocks. */
export function dequantise(bytes: Uint8Array, type: TensorType, numbers: Float32Array): void {
  unpackers[type](bytes, numbers);
}
