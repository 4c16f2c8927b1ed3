import { logitsFrom, probabilityOf, type Calibration, type Judge } from '@sluice/local';
import type { Observation } from '../observe/observation.ts';

/** What a call comes to where a screener names some of the regions before it. */
export interface Outcome {
  readonly task: string;
  /** It would be asked about, though it would not be with every source known. */
  readonly isNeedless: boolean;
  /** Something that it is made from is not shown, so that it cannot be made again. */
  readonly isLost: boolean;
}

/** For each label of a call, the greatest probability of a region that has it. */
export interface CallScores {
  readonly call: Observation;
  readonly byLevel: readonly number[];
}

/**
 * The calls that serve the user, scored: one that an injected text asked for has nothing to lose, and
 * no question about it is needless.
 */
export function scoredCalls(
  { judge, calibration }: { readonly judge: Judge; readonly calibration: Calibration },
  observations: readonly Observation[],
): readonly CallScores[] {
  return observations
    .filter(({ kind }) => kind !== 'followed')
    .map((call) => {
      const logits = logitsFrom(judge, call.features);
      const byLevel = call.labels.stops.map(() => 0);
      for (const [at, { level }] of call.regions.entries()) {
        const own = probabilityOf(logits[at] ?? Number.NaN, calibration);
        byLevel[level] = Math.max(byLevel[level] ?? 0, own);
      }
      return { call, byLevel };
    });
}

/** What comes of a call where regions are named from a threshold on. */
export function outcomeAt({ call, byLevel }: CallScores, threshold: number): Outcome {
  const { flows, stops, needs } = call.labels;
  const named = byLevel.flatMap((own, level) => (level === 0 || own >= threshold ? [level] : []));
  const isAsked = named.some((level) => stops[level] !== false);
  const isRightlyAsked = [0, ...needs].some((level) => stops[level] !== false);
  return {
    task: `${call.suite}/${call.task}`,
    isNeedless: isAsked && !isRightlyAsked,
    isLost: needs.some((need) => !named.some((level) => flows[need]?.[level] === true)),
  };
}

/** The calls at which something is wrong: a needless question, or a lost source. */
export function costAt(calls: readonly CallScores[], threshold: number): number {
  const wrong = calls.filter((call) => {
    const { isNeedless, isLost } = outcomeAt(call, threshold);
    return isNeedless || isLost;
  });
  return wrong.length / Math.max(calls.length, 1);
}

/**
 * The least threshold at which the fewest calls have something wrong. Without a call nothing is
 * known: 0, from which on every region is relevant.
 */
export function thresholdOf(calls: readonly CallScores[]): number {
  const each = [0, ...new Set(calls.flatMap(({ byLevel }) => byLevel))].toSorted((a, b) => a - b);
  const costs = each.map((threshold) => costAt(calls, threshold));
  return each[costs.indexOf(Math.min(...costs))] ?? 0;
}
