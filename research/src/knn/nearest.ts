import { SluiceError } from '@sluice/core';
import type { DocumentStates } from './document-states.ts';

/**
 * Squared Euclidean distances, row by row, from each query to each entry of a document:
 * `queries` x entries. Every pair is computed: a context has thousands of entries, not millions,
 * and an index that finds most of the nearest would make the label of an output depend on what it
 * missed, and on entries that a label hides.
 */
export function squaredDistances(
  queries: Float32Array,
  { keys, width, tokens }: DocumentStates,
): Float64Array {
  const rows = width === 0 ? 0 : queries.length / width;
  const entries = tokens.length;
  const distances = new Float64Array(rows * entries);
  for (let row = 0; row < rows; row += 1) {
    for (let entry = 0; entry < entries; entry += 1) {
      distances[row * entries + entry] = squaredDistance(
        queries.subarray(row * width, (row + 1) * width),
        keys.subarray(entry * width, (entry + 1) * width),
      );
    }
  }
  return distances;
}

/** Throws `settings-invalid` for states of other sizes: those of another model have no distance. */
export function requireWidth(width: number, document: DocumentStates): void {
  if (document.tokens.length === 0 || document.width === width) return;
  throw new SluiceError('settings-invalid', 'a document was read by another model', {
    hint: 'give the datastore and the model the same weights, under the same name',
  });
}

/** The squared length of each row. */
export function squaredLengths(rows: Float32Array, width: number): Float64Array {
  const lengths = new Float64Array(width === 0 ? 0 : rows.length / width);
  for (let row = 0; row < lengths.length; row += 1) {
    let sum = 0;
    for (const each of rows.subarray(row * width, (row + 1) * width)) sum += each * each;
    lengths[row] = sum;
  }
  return lengths;
}

/**
 * Sums the squares of differences, not of products: no digits are lost where two long states
 * are close.
 */
function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    sum += difference * difference;
  }
  return sum;
}

/**
 * The distance of the k-th nearest; of fewer than k, that of the farthest. Entries at just this
 * distance all count as near, so that no order of documents breaks a tie.
 */
export function nearestBound(distances: Float64Array, k: number): number {
  if (distances.length <= k) return Number.POSITIVE_INFINITY;
  return distances.toSorted()[k - 1] ?? Number.POSITIVE_INFINITY;
}
