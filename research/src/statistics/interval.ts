/** Two bounds of a share or a mean, both inclusive. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5th percentile of the standard normal distribution; `probit` is too coarse for it. */
const z = 1.959_963_984_540_054;

/**
 * The 95% score interval of a share, without continuity correction. Of no cases, everything is
 * possible: 0 to 1. Throws a `RangeError` where `count` is not between 0 and `of`.
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
 * JASA 22 (1927) 209-212; method 3 of R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872.
 */
export function wilson(count: number, of: number): Interval {
  requireCount(count, of);
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const scale = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / scale;
  const radius = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return {
    low: count === 0 ? 0 : Math.max(0, centre - radius),
    high: count === of ? 1 : Math.min(1, centre + radius),
  };
}

function requireCount(count: number, of: number): void {
  const sound = Number.isSafeInteger(count) && Number.isSafeInteger(of) && count >= 0;
  if (!sound || count > of) throw new RangeError(`${count} of ${of} is no share`);
}

/** Bounded observations: their range, and the chance that the interval misses the mean. */
interface Bounded {
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
