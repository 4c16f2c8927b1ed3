import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantileSorted } from 'simple-statistics';
import type { Interval } from './interval.ts';
import { ratio, sumOf } from './sums.ts';

/** So many of so many, and the cluster that they were counted in. */
export interface Clustered {
  readonly cluster: string;
  readonly hits: number;
  readonly all: number;
}

/** A share with the interval of it. */
export interface ClusteredShare extends Interval {
  readonly value: number;
}

const resamples = 2_000;

/**
 * A share with its 95% percentile interval, clusters drawn with replacement 2,000 times, for what
 * was counted in one of them is alike. The same seed gives the same interval. `undefined` of
 * nothing; of few clusters the interval is too narrow, of one it is a point.
 * Source: A. C. Davison and D. V. Hinkley, Bootstrap methods and their application (1997), 3.8.
 */
export function clusteredShare(
  counts: readonly Clustered[],
  { seed }: { readonly seed: number },
): ClusteredShare | undefined {
  const clusters = [...Map.groupBy(counts, ({ cluster }) => cluster).values()].map((members) => ({
    hits: sumOf(members, ({ hits }) => hits),
    all: sumOf(members, ({ all }) => all),
  }));
  const value = shareOf(clusters);
  if (value === undefined) return undefined;
  const random = xoroshiro128plus(seed);
  const shares = Array.from({ length: resamples }, () =>
    shareOf(clusters.flatMap(() => clusters[uniformInt(random, 0, clusters.length - 1)] ?? [])),
  )
    .filter((share) => share !== undefined)
    .toSorted((a, b) => a - b);
  return { value, low: quantileSorted(shares, 0.025), high: quantileSorted(shares, 0.975) };
}

function shareOf(counts: readonly Pick<Clustered, 'hits' | 'all'>[]): number | undefined {
  return ratio(
    sumOf(counts, ({ hits }) => hits),
    sumOf(counts, ({ all }) => all),
  );
}
