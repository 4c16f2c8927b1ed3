import { byteAt, halfAt, signedAt } from './floats.ts';

// Blocks of 256 numbers with scales of their own for every 32 (or 16), as `dequantize_row_q*_K` of
// llama.cpp unpacks them.

/** Two scales of scales, 12 bytes of six-bit scales and least values, then 128 bytes. */
export function unpackQ4K(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 144, to += 256) {
    for (let part = 0; part < 8; part += 1) {
      const scale = halfAt(bytes, block) * scaleOf(bytes, block + 4, part);
      const least = halfAt(bytes, block + 2) * leastOf(bytes, block + 4, part);
      const from = block + 16 + (part >> 1) * 32;
      const shift = (part & 1) * 4;
      for (let at = 0; at < 32; at += 1)
        numbers[to + part * 32 + at] = scale * ((byteAt(bytes, from + at) >> shift) & 15) - least;
    }
  }
}

/** The same with 32 bytes of fifth bits before the 128. */
export function unpackQ5K(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 176, to += 256) {
    for (let part = 0; part < 8; part += 1) {
      const scale = halfAt(bytes, block) * scaleOf(bytes, block + 4, part);
      const least = halfAt(bytes, block + 2) * leastOf(bytes, block + 4, part);
      const from = block + 48 + (part >> 1) * 32;
      const shift = (part & 1) * 4;
      for (let at = 0; at < 32; at += 1) {
        const fifth = (byteAt(bytes, block + 16 + at) >> part) & 1;
        const four = (byteAt(bytes, from + at) >> shift) & 15;
        numbers[to + part * 32 + at] = scale * (four | (fifth << 4)) - least;
      }
    }
  }
}

/** 128 bytes of low bits, 64 of high ones, 16 signed scales, and the scale of these. */
export function unpackQ6K(bytes: Uint8Array, numbers: Float32Array): void {
  for (let block = 0, to = 0; to < numbers.length; block += 210, to += 256) {
    const scale = halfAt(bytes, block + 208);
    for (let part = 0; part < 8; part += 1) {
      // Four parts share 64 bytes of low bits, two a byte, and 32 of high ones, four a byte.
      const half = part >> 2;
      const quarter = part & 3;
      const low = block + half * 64 + (quarter & 1) * 32;
      const high = block + 128 + half * 32;
      const lowShift = (quarter >> 1) * 4;
      for (let at = 0; at < 32; at += 1) {
        const four = (byteAt(bytes, low + at) >> lowShift) & 15;
        const two = (byteAt(bytes, high + at) >> (quarter * 2)) & 3;
        const own = signedAt(bytes, block + 192 + part * 2 + (at >> 4));
        numbers[to + part * 32 + at] = scale * own * ((four | (two << 4)) - 32);
      }
    }
  }
}

/** Scales of parts 0 to 3 are six bits of a byte; of the others, the upper two stand apart. */
function scaleOf(bytes: Uint8Array, at: number, part: number): number {
  if (part < 4) return byteAt(bytes, at + part) & 63;
  return (byteAt(bytes, at + part + 4) & 15) | ((byteAt(bytes, at + part - 4) >> 6) << 4);
}

function leastOf(bytes: Uint8Array, at: number, part: number): number {
  if (part < 4) return byteAt(bytes, at + part + 4) & 63;
  return (byteAt(bytes, at + part + 4) >> 4) | ((byteAt(bytes, at + part) >> 6) << 4);
}
