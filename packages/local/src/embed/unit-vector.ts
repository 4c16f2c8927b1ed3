/** The vector of length 1 in the same direction; `undefined` where there is no direction. */
export function unitVector(vector: Iterable<number>): Float32Array | undefined {
  const values = Float32Array.from(vector);
  const length = Math.hypot(...values);
  if (!(length > 0 && Number.isFinite(length))) return undefined;
  return values.map((value) => value / length);
}

/** The dot product: of vectors of length 1, their cosine. Throws where the lengths differ. */
export function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError('two vectors of different lengths');
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
