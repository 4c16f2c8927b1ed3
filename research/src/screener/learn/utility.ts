import { type Calibration, type Judge, probabilityOf } from '@sluice/local';
import type { Observation } from '../observe/observation.ts';
import { type Heard, heardFrom } from './folds.ts';

/** The outcome of a call where a screener names some of the regions before it. */
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
  readonly fold: number;
}

/**
 * The calls that serve the user, scored: one that an injected text asked for has nothing to lose,
 * and no question about it is needless.
 */
export function scoredCalls(
  { judge, calibration }: { readonly judge: Judge; readonly calibration: Calibration },
  observations: readonly Observation[],
): readonly CallScores[] {
  return scoredHeard(heardFrom(judge, observations), calibration);
}

/** The same of what judges were heard to say. */
export function scoredHeard(
  heard: readonly Heard[],
  calibration: Calibration,
): readonly CallScores[] {
  return heard
    .filter(({ call }) => call.kind !== 'followed')
    .map(({ call, logits, fold }) => {
      const byLevel = call.labels.stops.map(() => 0);
      for (const [at, { level }] of call.regions.entries()) {
        const own = probabilityOf(logits[at] ?? Number.NaN, calibration);
        byLevel[level] = Math.max(byLevel[level] ?? 0, own);
      }
      return { call, byLevel, fold };
    });
}

/** The outcome of a call where regions are named from a threshold on. */
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

/** The outcome of each call at the threshold that is best for the calls of all other folds. */
export function outcomesAcross(calls: readonly CallScores[]): readonly Outcome[] {
  return [...Map.groupBy(calls, ({ fold }) => fold)].flatMap(([fold, own]) => {
    const threshold = thresholdOf(calls.filter((one) => one.fold !== fold));
    return own.map((call) => outcomeAt(call, threshold));
  });
}

export function isWrong({ isNeedless, isLost }: Outcome): boolean {
  return isNeedless || isLost;
}

/** The share of calls gone wrong: with a needless question, or a lost source. */
export function costAt(calls: readonly CallScores[], threshold: number): number {
  const wrong = calls.filter((call) => isWrong(outcomeAt(call, threshold)));
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
