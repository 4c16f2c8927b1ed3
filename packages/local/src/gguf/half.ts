const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** The number of each 16-bit pattern: a look-up is what makes unpacking fast. */
export const halfValues: Float32Array = Float32Array.from({ length: 65_536 }, (_, pattern) =>
  fromHalf(pattern),
);

/** The nearest 16-bit float of a number, as its bit pattern; ties to even, like IEEE 754 wants. */
export function toHalf(value: number): number {
  float[0] = value;
  const word = bits[0] ?? 0;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  // From 65,520 on, the nearest is infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  // Below 2^-14, what is left of the number is a count of 2^-24.
  if (magnitude < 0x38800000) return sign | roundEven(Math.abs(float[0] ?? 0) * 2 ** 24);
  const shifted = magnitude - 0x38000000;
  return sign | ((shifted + 0xfff + ((shifted >>> 13) & 1)) >>> 13);
}

function fromHalf(pattern: number): number {
  const sign = pattern >> 15 === 0 ? 1 : -1;
  const exponent = (pattern >> 10) & 31;
  const fraction = pattern & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest === 0.5) return below + (below % 2);
  return rest > 0.5 ? below + 1 : below;
}
