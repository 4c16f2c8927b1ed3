import { featureNames, type Judge, paperFeatureNames, type Screener } from '@sluice/local';
import { measuredFeatureNames } from '@sluice/local/inside';
import { mean } from 'simple-statistics';
import {
  type ClusteredShare,
  type PairedDifference,
  pairedBootstrap,
} from '../../statistics/bootstrap.ts';
import { settle, type SettleOptions, trainJudge } from '../learn/fit.ts';
import { type Heard, heardAcross, heardFrom } from '../learn/folds.ts';
import { isWrong, type Outcome } from '../learn/utility.ts';
import type { Observation } from '../observe/observation.ts';
import { areaUnderCurve, type Scored } from './ranking.ts';
import { byLineage, judgedBy, type Summary, summaryOf, wrongShare } from './summary.ts';

/** Calls that are not learnt from: test data alone, or a fold or a suite too. */
type Leaving = 'nothing' | 'fold' | 'suite';

/** The networks that are averaged at most: each is trained as often as something is left out. */
const networksMax: Readonly<Record<Leaving, number>> = { nothing: Infinity, fold: 3, suite: 1 };

/** A way of judging regions, and how it is had from what may be learnt from. */
export interface Way {
  readonly name: string;
  readonly isTrained: boolean;
  readonly judgeFrom: (observations: readonly Observation[], leaving: Leaving) => Judge;
}

/** Each measured feature by itself, as it is. */
export const singleFeatures: readonly Way[] = measuredFeatureNames.map((feature) => ({
  name: feature,
  isTrained: false,
  judgeFrom: () => ({ kind: 'feature', feature }),
}));

/**
 * RTBAS's network on its six features, and the same on all that we measure: one a seed, of fewer
 * seeds where folds or suites are left out.
 */
export function networks(seeds: readonly number[]): readonly Way[] {
  const way = (name: string, features: readonly string[]): Way => ({
    name,
    isTrained: true,
    judgeFrom: (some, leaving) =>
      trainJudge(some, { features, seeds: seeds.slice(0, networksMax[leaving]) }),
  });
  return [way('sixFeatures', paperFeatureNames), way('network', featureNames)];
}

/** A way with its threshold, and its figures on each part. */
export interface Compared {
  readonly name: string;
  readonly isTrained: boolean;
  readonly screener: Screener;
  /** By call, across folds of the tasks that are no test data: what is chosen by. */
  readonly outcomes: readonly Outcome[];
  readonly validation: ClusteredShare | undefined;
  /** The area under the curve across the folds. */
  readonly foldsAuc: number | undefined;
  readonly test: Summary;
  readonly otherModels: Summary;
  readonly privacy: Summary;
  /** On suites that nothing was learnt from; `undefined` where that was not asked for. */
  readonly leaveSuiteOut: LeftOut | undefined;
}

/** Means over suites, each judged by what all others say. */
export interface LeftOut {
  readonly auc: number;
  readonly aucBySuite: Readonly<Record<string, number>>;
}

/** The calls that figures are of, by part. */
export interface Parts {
  readonly learnable: readonly Observation[];
  readonly test: readonly Observation[];
  readonly otherModels: readonly Observation[];
  readonly privacy: readonly Observation[];
}

export interface CompareOptions extends SettleOptions {
  /** Leaves out one suite after the other: of what is trained, as often one training more. */
  readonly leavesOut: boolean;
}

/** Puts a way to the same test as every other. */
export function compare(way: Way, parts: Parts, options: CompareOptions): Compared {
  const kept = parts.learnable.filter(({ part }) => part !== 'test');
  const judge = way.judgeFrom(kept, 'nothing');
  const heard = way.isTrained
    ? heardAcross(kept, (others) => way.judgeFrom(others, 'fold'))
    : heardFrom(judge, kept);
  const { screener, outcomes } = settle(judge, heard, options);
  const of = (some: readonly Observation[]): Summary => summaryOf(screener, some, byLineage);
  return {
    name: way.name,
    isTrained: way.isTrained,
    screener,
    outcomes,
    validation: wrongShare(outcomes),
    foldsAuc: areaUnderCurve(judgedAcross(heard)),
    test: of(parts.test),
    otherModels: of(parts.otherModels),
    privacy: of(parts.privacy),
    leaveSuiteOut: options.leavesOut ? leftOut(way, parts.learnable) : undefined,
  };
}

/** Learns from all suites but one, and judges that one. */
function leftOut(way: Way, observations: readonly Observation[]): LeftOut | undefined {
  const suites = [...new Set(observations.map(({ suite }) => suite))].toSorted();
  const found = suites.flatMap((suite) => {
    const others = observations.filter((one) => one.suite !== suite);
    const judge = way.judgeFrom(others, 'suite');
    const left = observations.filter((one) => one.suite === suite);
    const auc = areaUnderCurve(judgedBy({ judge, calibration: asItIs }, left, byLineage));
    return auc === undefined ? [] : [{ suite, auc }];
  });
  if (found.length === 0) return undefined;
  return {
    auc: mean(found.map(({ auc }) => auc)),
    aucBySuite: Object.fromEntries(found.map(({ suite, auc }) => [suite, auc])),
  };
}

function judgedAcross(heard: readonly Heard[]): readonly Scored[] {
  return heard.flatMap(({ call, logits }) =>
    call.regions.flatMap((region, at) => {
      const isDependent = byLineage(region);
      return isDependent === undefined ? [] : [{ probability: logits[at] ?? 0, isDependent }];
    }),
  );
}

const asItIs = { scale: 1, offset: 0 };

/**
 * The way that ships. Of single features that one of them is not shown to be better than, the one
 * that orders regions best; in its place the way with the fewest calls gone wrong, if that is shown
 * to be better: over tasks, by an interval of 95% that does not hold 0. All across the folds.
 */
export function chosenOf(compared: readonly Compared[]): Compared | undefined {
  const best = bestOf(compared);
  const simple = compared.filter(({ isTrained }) => !isTrained);
  const first = bestOf(simple);
  if (best === undefined || first === undefined) return best;
  const [chosen = first] = simple
    .filter((one) => !isBetter(first, one))
    .toSorted((a, b) => (b.foldsAuc ?? 0) - (a.foldsAuc ?? 0));
  return isBetter(best, chosen) ? best : chosen;
}

function bestOf(compared: readonly Compared[]): Compared | undefined {
  return compared.toSorted((a, b) => costOf(a) - costOf(b))[0];
}

function isBetter(one: Compared, other: Compared): boolean {
  return (advantageOf(one, other)?.low ?? 0) > 0;
}

/** How many calls of a task fewer go wrong by the first way than by the second, task by task. */
export function advantageOf(one: Compared, other: Compared): PairedDifference | undefined {
  const [mine, theirs] = [one, other].map(wrongByTask);
  const pairs = [...(theirs ?? [])].map(([task, wrong]) => [wrong, mine?.get(task) ?? 1] as const);
  return pairedBootstrap(pairs, { seed: 1 });
}

function wrongByTask({ outcomes }: Compared): ReadonlyMap<string, number> {
  return new Map(
    [...Map.groupBy(outcomes, ({ task }) => task)].map(([task, own]) => [
      task,
      own.filter(isWrong).length / own.length,
    ]),
  );
}

function costOf({ validation }: Compared): number {
  return validation?.value ?? 1;
}
