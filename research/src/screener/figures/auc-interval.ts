import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantileSorted } from 'simple-statistics';
import type { Interval } from '../../statistics/interval.ts';
import { areaUnderCurve, type Scored } from './ranking.ts';

const resamples = 500;

/**
 * The area under the curve's 95% percentile interval, tasks drawn with replacement: calls of one
 * task resemble each other, and tasks are what a new agent brings. The same seed gives the same.
 * `undefined` without regions of both classes.
 */
export function aucInterval(
  judged: readonly (Scored & { readonly task: string })[],
  { seed }: { readonly seed: number },
): Interval | undefined {
  const tasks = [...Map.groupBy(judged, ({ task }) => task).values()];
  const random = xoroshiro128plus(seed);
  const found = Array.from({ length: resamples }, () => {
    const drawn = tasks.flatMap(() => tasks[uniformInt(random, 0, tasks.length - 1)] ?? []);
    return areaUnderCurve(drawn);
  })
    .filter((area) => area !== undefined)
    .toSorted((a, b) => a - b);
  if (found.length === 0) return undefined;
  return { low: quantileSorted(found, 0.025), high: quantileSorted(found, 0.975) };
}
