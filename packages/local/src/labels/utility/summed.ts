/**
 * The sum of log-probabilities, nats, from the first on. What lies above zero is rounding of
 * whatever computed it, and counts as zero: so the sum never rises from one token to the next,
 * which is what makes the early stops exact, in floating point too.
 */
export function summed(logProbabilities: readonly number[]): number {
  let sum = 0;
  for (const each of logProbabilities) sum += Math.min(0, each);
  return sum;
}

/** A loss that is no number was not shown to be small: an infinite one, which nothing tolerates. */
export function lossOr(value: number): number {
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
}
