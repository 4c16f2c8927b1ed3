import { sampleStandardDeviation } from 'simple-statistics';
import { clusteredShare } from '../statistics/bootstrap.ts';
import type { Interval } from '../statistics/interval.ts';
import { meanOf } from '../statistics/sums.ts';
import type { TrialLine } from '../trial/trial.ts';
import { select } from './cases.ts';
import { claims, type ShareName, shareOf, verdictsOf } from './verdicts.ts';

/** A share as several seeds have it. */
export interface Spread extends Interval {
  readonly seeds: number;
  readonly mean: number;
  /** Of the seeds' own shares; `undefined` of one seed. */
  readonly sd: number | undefined;
  /** Cases that it holds for, as the mean of the seeds', and all cases of one seed. */
  readonly count: number;
  readonly of: number;
}

const resampleSeed = 18;

/**
 * A share over the seeds of one defence's trials. Its 95% interval resamples user tasks with all of
 * their seeds and attacks, for these are alike. `undefined` where there is no case.
 */
export function spreadOf(lines: readonly TrialLine[], name: ShareName): Spread | undefined {
  const own = bySeed(lines).map((seed) => shareOf(seed, claims[name]));
  const values = own.flatMap(({ value }) => value ?? []);
  const mean = meanOf(values, (value) => value);
  const byTask = clusteredShare(countsOf(lines, name), { seed: resampleSeed });
  if (mean === undefined || byTask === undefined) return undefined;
  return {
    seeds: values.length,
    mean,
    sd: sdOf(values),
    low: byTask.low,
    high: byTask.high,
    count: meanOf(own, ({ count }) => count) ?? 0,
    of: meanOf(own, (share) => share.of) ?? 0,
  };
}

/** The trials of each seed. */
export function bySeed(lines: readonly TrialLine[]): readonly (readonly TrialLine[])[] {
  return [...Map.groupBy(lines, ({ spec }) => spec.seed).values()];
}

export function sdOf(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : sampleStandardDeviation([...values]);
}

function countsOf(
  lines: readonly TrialLine[],
  name: ShareName,
): readonly { readonly cluster: string; readonly hits: number; readonly all: number }[] {
  const tasks = Map.groupBy(select(lines, claims[name].of), ({ spec }) => {
    return `${spec.suite}/${spec.task}`;
  });
  return [...tasks].map(([cluster, own]) => {
    const verdicts = [...verdictsOf(own, claims[name]).values()];
    const hits = verdicts.filter((verdict) => verdict === 'yes').length;
    return { cluster, hits, all: verdicts.length };
  });
}
