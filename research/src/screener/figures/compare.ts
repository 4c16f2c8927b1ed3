import { featureNames, type Judge, paperFeatureNames, type Screener } from '@sluice/local';
import { mean } from 'simple-statistics';
import { settle, type SettleOptions, trainJudge, type TrainOptions } from '../learn/fit.ts';
import { ofPart } from '../learn/part.ts';
import { costAt, scoredCalls } from '../learn/utility.ts';
import type { Observation } from '../observe/observation.ts';
import { areaUnderCurve } from './ranking.ts';
import { byLineage, judgedBy, type Summary, summaryOf } from './summary.ts';

/** A way of judging regions, and how it is had from what may be learnt from. */
export interface Way {
  readonly name: string;
  readonly isTrained: boolean;
  readonly judgeFrom: (observations: readonly Observation[]) => Judge;
  /** The same where a suite is left out, if that is done with less. */
  readonly ofSuites?: (observations: readonly Observation[]) => Judge;
}

const roles = ['scalar', 'text', 'shape', 'said', 'called'];

/** Each measured feature by itself, as it is. */
export const singleFeatures: readonly Way[] = featureNames
  .filter((name) => !roles.includes(name))
  .map((feature) => ({
    name: feature,
    isTrained: false,
    judgeFrom: () => ({ kind: 'feature', feature }),
  }));

/**
 * RTBAS's network on its six features, and the same on all that we measure. One a seed; where suites
 * are left out, of the first seed alone, for time.
 */
export function networks(
  seeds: readonly number[],
  onEpoch?: TrainOptions['onEpoch'],
): readonly Way[] {
  const way = (name: string, features: readonly string[]): Way => ({
    name,
    isTrained: true,
    judgeFrom: (some) => trainJudge(some, { features, seeds, onEpoch }).judge,
    ofSuites: (some) => trainJudge(some, { features, seeds: seeds.slice(0, 1), onEpoch }).judge,
  });
  return [way('sixFeatures', paperFeatureNames), way('network', featureNames)];
}

/** A way with its threshold, and its figures on each part. */
export interface Compared {
  readonly name: string;
  readonly isTrained: boolean;
  readonly screener: Screener;
  readonly validation: Summary;
  readonly test: Summary;
  readonly otherModels: Summary;
  readonly privacy: Summary;
  /** On suites that nothing was learnt from; `undefined` where that was not asked for. */
  readonly leaveSuiteOut: LeftOut | undefined;
}

/** Means over suites, each judged by what all others say. */
export interface LeftOut {
  readonly auc: number;
  /** The share of calls gone wrong, at the threshold of the others. */
  readonly wrong: number;
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
  const screener = settle(way.judgeFrom(parts.learnable), parts.learnable, options);
  const of = (some: readonly Observation[]): Summary => summaryOf(screener, some, byLineage);
  return {
    name: way.name,
    isTrained: way.isTrained,
    screener,
    validation: of(ofPart(parts.learnable, 'validation')),
    test: of(parts.test),
    otherModels: of(parts.otherModels),
    privacy: of(parts.privacy),
    leaveSuiteOut: options.leavesOut ? leftOut(way, parts.learnable, options) : undefined,
  };
}

/** Learns from all suites but one, and judges that one. */
function leftOut(
  way: Way,
  observations: readonly Observation[],
  options: SettleOptions,
): LeftOut | undefined {
  const suites = [...new Set(observations.map(({ suite }) => suite))].toSorted();
  const found = suites.flatMap((suite) => {
    const others = observations.filter((one) => one.suite !== suite);
    const screener = settle((way.ofSuites ?? way.judgeFrom)(others), others, options);
    const left = observations.filter((one) => one.suite === suite);
    const auc = areaUnderCurve(judgedBy(screener, left, byLineage));
    const wrong = costAt(scoredCalls(screener, left), screener.threshold);
    return auc === undefined ? [] : [{ suite, auc, wrong }];
  });
  if (found.length === 0) return undefined;
  return {
    auc: mean(found.map(({ auc }) => auc)),
    wrong: mean(found.map(({ wrong }) => wrong)),
    aucBySuite: Object.fromEntries(found.map(({ suite, auc }) => [suite, auc])),
  };
}

/**
 * The way that ships: of single features, the one with the fewest calls gone wrong on the validation
 * tasks, if the interval of that share meets the interval of the best way; else the best way.
 */
export function chosenOf(compared: readonly Compared[]): Compared | undefined {
  const [best] = compared.toSorted((a, b) => costOf(a) - costOf(b));
  const [simple] = compared
    .filter(({ isTrained }) => !isTrained)
    .toSorted((a, b) => costOf(a) - costOf(b));
  if (best === undefined || simple === undefined) return best;
  const [one, other] = [simple.validation.wrong, best.validation.wrong];
  const meets = one !== undefined && other !== undefined && one.low <= other.high;
  return meets ? simple : best;
}

function costOf({ validation }: Compared): number {
  return validation.wrong?.value ?? 1;
}
