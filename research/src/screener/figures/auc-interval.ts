import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantileSorted } from 'simple-statistics';
import type { Interval } from '../../statistics/interval.ts';
import type { Scored } from './ranking.ts';

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
  const tasks = [...new Set(judged.map(({ task }) => task))];
  const places = new Map(tasks.map((task, at) => [task, at]));
  const sorted = judged
    .toSorted((a, b) => a.probability - b.probability)
    .map(({ task, ...scored }): Placed => ({ ...scored, task: places.get(task) ?? 0 }));
  const random = xoroshiro128plus(seed);
  const found = Array.from({ length: resamples }, () => {
    const drawn = new Float64Array(tasks.length);
    for (let times = 0; times < tasks.length; times += 1) {
      const at = uniformInt(random, 0, tasks.length - 1);
      drawn[at] = (drawn[at] ?? 0) + 1;
    }
    return areaOf(sorted, drawn);
  })
    .filter((area) => area !== undefined)
    .toSorted((a, b) => a - b);
  if (found.length === 0) return undefined;
  return { low: quantileSorted(found, 0.025), high: quantileSorted(found, 0.975) };
}

interface Placed extends Scored {
  /** The place of its task. */
  readonly task: number;
}

/** The area of sorted regions, each as often as its task was drawn: sorted once for all draws. */
function areaOf(sorted: readonly Placed[], drawn: Float64Array): number | undefined {
  let [independentBelow, dependent, area] = [0, 0, 0];
  for (let from = 0; from < sorted.length;) {
    const { probability } = sorted[from] ?? {};
    const tied = [0, 0];
    let to = from;
    for (; to < sorted.length && sorted[to]?.probability === probability; to += 1) {
      const own = sorted[to];
      const at = Number(own?.isDependent);
      tied[at] = (tied[at] ?? 0) + (drawn[own?.task ?? 0] ?? 0);
    }
    const [others = 0, own = 0] = tied;
    area += own * (independentBelow + others / 2);
    independentBelow += others;
    dependent += own;
    from = to;
  }
  return dependent === 0 || independentBelow === 0
    ? undefined
    : area / (dependent * independentBelow);
}
