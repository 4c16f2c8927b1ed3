import { halfValues } from '../half.ts';

/** HAZARD: on a big-endian machine this would be wrong; no back end of ours runs on one. */
export function unpackF32(bytes: Uint8Array, numbers: Float32Array): void {
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).set(bytes);
}

export function unpackF16(bytes: Uint8Array, numbers: Float32Array): void {
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = halfAt(bytes, 2 * at);
}

/** The upper half of a 32-bit float. */
export function unpackBf16(bytes: Uint8Array, numbers: Float32Array): void {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let at = 0; at < words.length; at += 1)
    words[at] = (byteAt(bytes, 2 * at) << 16) | (byteAt(bytes, 2 * at + 1) << 24);
}

export function halfAt(bytes: Uint8Array, at: number): number {
  return halfValues[byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8)] ?? 0;
}

/** The lengths are checked before any loop: there is no byte outside that could be asked for. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function signedAt(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) << 24) >> 24;
}
