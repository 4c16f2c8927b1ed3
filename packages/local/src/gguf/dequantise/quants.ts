import { byteAt, halfAt, signedAt } from './floats.ts';

// Blocks of 32 numbers, as `dequantize_row_*` of llama.cpp unpacks them: of a byte's two numbers,
// the low one stands in the first half of the block, the high one in the second.

/** A scale, then 16 bytes; a number is four bits less 8. */
export function unpackQ40(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 18, to += 32) {
    const scale = halfAt(bytes, block);
    for (let at = 0; at < 16; at += 1) {
      const pair = byteAt(bytes, block + 2 + at);
      numbers[to + at] = scale * ((pair & 15) - 8);
      numbers[to + 16 + at] = scale * ((pair >> 4) - 8);
    }
  }
}

/** A scale and a least value, then 16 bytes. */
export function unpackQ41(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 20, to += 32) {
    const scale = halfAt(bytes, block);
    const least = halfAt(bytes, block + 2);
    for (let at = 0; at < 16; at += 1) {
      const pair = byteAt(bytes, block + 4 + at);
      numbers[to + at] = scale * (pair & 15) + least;
      numbers[to + 16 + at] = scale * (pair >> 4) + least;
    }
  }
}

/** A scale, 32 fifth bits, then 16 bytes; a number is five bits less 16. */
export function unpackQ50(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 22, to += 32) {
    const scale = halfAt(bytes, block);
    const fifths = wordAt(bytes, block + 2);
    for (let at = 0; at < 16; at += 1) {
      const pair = byteAt(bytes, block + 6 + at);
      numbers[to + at] = scale * (((pair & 15) | (((fifths >>> at) & 1) << 4)) - 16);
      numbers[to + 16 + at] = scale * (((pair >> 4) | (((fifths >>> (at + 16)) & 1) << 4)) - 16);
    }
  }
}

/** A scale and a least value, 32 fifth bits, then 16 bytes. */
export function unpackQ51(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 24, to += 32) {
    const scale = halfAt(bytes, block);
    const least = halfAt(bytes, block + 2);
    const fifths = wordAt(bytes, block + 4);
    for (let at = 0; at < 16; at += 1) {
      const pair = byteAt(bytes, block + 8 + at);
      numbers[to + at] = scale * ((pair & 15) | (((fifths >>> at) & 1) << 4)) + least;
      numbers[to + 16 + at] = scale * ((pair >> 4) | (((fifths >>> (at + 16)) & 1) << 4)) + least;
    }
  }
}

/** A scale, then 32 signed bytes. */
export function unpackQ80(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 34, to += 32) {
    const scale = halfAt(bytes, block);
    for (let at = 0; at < 32; at += 1) numbers[to + at] = scale * signedAt(bytes, block + 2 + at);
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    byteAt(bytes, at) |
    (byteAt(bytes, at + 1) << 8) |
    (byteAt(bytes, at + 2) << 16) |
    (byteAt(bytes, at + 3) << 24)
  );
}
