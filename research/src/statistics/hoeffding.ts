/** What a mean is taken over. */
export interface Bounded {
  /** The chance that the mean lies further away than the radius; 0.05 for a 95% interval. */
  readonly delta: number;
  /** Highest minus lowest value of one observation: 1 for a share, 2 for a paired advantage. */
  readonly range: number;
}

/**
 * The two-sided radius around the mean of `n` independent bounded observations: the mean lies
 * within it with a chance of at least 1 - delta, whatever the distribution. Never more than
 * `range`, which is what is known of no observation at all.
 * Source: W. Hoeffding, Probability inequalities for sums of bounded random variables,
 * JASA 58 (1963) 13-30, theorem 2, both tails; with a range of two it is the paired advantage of
 * AgentSecBench, proposition 4.
 */
export function hoeffdingRadius(n: number, { delta, range }: Bounded): number {
  if (n === 0) return range;
  return Math.min(range, range * Math.sqrt(Math.log(2 / delta) / (2 * n)));
}

/** The least number of observations with at most this radius. Source: as above. */
export function hoeffdingObservations(radius: number, { delta, range }: Bounded): number {
  if (!(radius > 0)) throw new RangeError('a radius must be positive');
  return Math.ceil((range ** 2 * Math.log(2 / delta)) / (2 * radius ** 2));
}
