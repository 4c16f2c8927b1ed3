import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { mean, quantileSorted } from 'simple-statistics';
import type { Interval } from './interval.ts';
import { ratio, sumOf } from './sums.ts';

/** How much better the first of two is, over the same cases. */
export interface PairedDifference extends Interval {
  /** Mean of first minus second. */
  readonly difference: number;
  readonly pairs: number;
}

const clusterResamples = 2_000;

const resamples = 10_000;

/**
 * The mean difference over pairs with its 95% percentile interval: pairs are drawn with
 * replacement 10,000 times, a pair staying a pair. The same seed gives the same interval.
 * `undefined` for no pairs; of few pairs the interval is too narrow, of one it is a point.
 * Source: B. Efron and R. J. Tibshirani, An introduction to the bootstrap (1993), chapter 13.
 */
export function pairedBootstrap(
  pairs: readonly (readonly [first: number, second: number])[],
  { seed }: { readonly seed: number },
): PairedDifference | undefined {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(([first, second]) => first - second);
  const means = Array.from(resampledMeans(differences, seed).toSorted());
  return {
    difference: mean(differences),
    low: quantileSorted(means, 0.025),
    high: quantileSorted(means, 0.975),
    pairs: pairs.length,
  };
}

function resampledMeans(values: readonly number[], seed: number): Float64Array {
  const rng = xoroshiro128plus(seed);
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i += 1) {
    let total = 0;
    for (let j = 0; j < values.length; j += 1)
      total += values[uniformInt(rng, 0, values.length - 1)] ?? 0;
    means[i] = total / values.length;
  }
  return means;
}

/** So many of so many, and the cluster that they were counted in. */
export interface Clustered {
  readonly cluster: string;
  readonly hits: number;
  readonly all: number;
}

/** A value with the interval of it. */
export interface ClusteredShare extends Interval {
  readonly value: number;
}

/** A share with its interval, as `clusteredValue` draws it. */
export function clusteredShare(
  counts: readonly Clustered[],
  { seed }: { readonly seed: number },
): ClusteredShare | undefined {
  const clusters = [...Map.groupBy(counts, ({ cluster }) => cluster).values()].map((members) => [
    { hits: sumOf(members, ({ hits }) => hits), all: sumOf(members, ({ all }) => all) },
  ]);
  return clusteredValue(clusters, { seed, valueOf: shareOf });
}

/**
 * A value of what was counted with its 95% percentile interval, clusters drawn with replacement
 * 2,000 times, for what was counted in one of them is alike. The same seed gives the same interval.
 * `undefined` of nothing; of few clusters the interval is too narrow, of one it is a point.
 * Source: A. C. Davison and D. V. Hinkley, Bootstrap methods and their application (1997), 3.8.
 */
export function clusteredValue<Count>(
  clusters: readonly (readonly Count[])[],
  { seed, valueOf }: ClusteredOptions<Count>,
): ClusteredShare | undefined {
  const value = valueOf(clusters.flat());
  if (value === undefined) return undefined;
  const random = xoroshiro128plus(seed);
  const values = Array.from({ length: clusterResamples }, () =>
    valueOf(clusters.flatMap(() => clusters[uniformInt(random, 0, clusters.length - 1)] ?? [])),
  )
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a - b);
  return { value, low: quantileSorted(values, 0.025), high: quantileSorted(values, 0.975) };
}

interface ClusteredOptions<Count> {
  readonly seed: number;
  /** `undefined` where what was drawn has no such value. */
  readonly valueOf: (counts: readonly Count[]) => number | undefined;
}

function shareOf(counts: readonly Pick<Clustered, 'hits' | 'all'>[]): number | undefined {
  return ratio(
    sumOf(counts, ({ hits }) => hits),
    sumOf(counts, ({ all }) => all),
  );
}
