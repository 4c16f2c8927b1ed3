import { probabilitiesFrom, type Screener } from '@sluice/local';
import { clusteredShare, type ClusteredShare } from '../../statistics/bootstrap.ts';
import type { Interval } from '../../statistics/interval.ts';
import { calibrationError, reliability } from '../../training/reliability.ts';
import { isWrong, outcomeAt, type Outcome, scoredCalls } from '../learn/utility.ts';
import type { Observation, ObservedRegion } from '../observe/observation.ts';
import { aucInterval } from './auc-interval.ts';
import {
  accuracyOf,
  areaUnderCurve,
  balancedAccuracyOf,
  confusionAt,
  precisionAtRecall,
  precisionOf,
  recallOf,
  type Scored,
} from './ranking.ts';

/** A region that a screener has judged. */
export interface JudgedRegion extends Scored {
  readonly task: string;
}

/** The figures of a screener on some calls, all at its threshold. */
export interface Summary {
  readonly calls: number;
  readonly regions: number;
  readonly dependent: number;
  readonly auc: number | undefined;
  readonly aucInterval: Interval | undefined;
  readonly accuracy: number;
  /** The accuracy of saying no to every region. */
  readonly alwaysNo: number;
  readonly balancedAccuracy: number;
  /** Expected calibration error over ten bins. */
  readonly ece: number;
  readonly recall: number;
  readonly precision: number;
  /** The share of the independent regions that are named. */
  readonly fpr: ClusteredShare | undefined;
  /** Shares of the calls that serve the user: gone wrong, asked about needlessly, or lost. */
  readonly wrong: ClusteredShare | undefined;
  readonly needless: ClusteredShare | undefined;
  readonly lost: ClusteredShare | undefined;
  /** The precision where 95% of the dependent regions would be found, by their order alone. */
  readonly precisionAt95: number | undefined;
}

/** Which regions count, and what is true of them; `undefined` leaves a region out. */
export type Truth = (region: ObservedRegion) => boolean | undefined;

/** By lineage and injected texts. The keys of a container are easily told apart: left out. */
export const byLineage: Truth = ({ role, isDependent }) =>
  role === 'shape' ? undefined : isDependent;

/** By a reader of the call. */
export const byReader: Truth = ({ role, isMeant }) => (role === 'shape' ? undefined : isMeant);

const seed = 1;

/** The regions of observations, as a screener judges them. */
export function judgedBy(
  screener: Pick<Screener, 'judge' | 'calibration'>,
  observations: readonly Observation[],
  truth: Truth,
): readonly JudgedRegion[] {
  return observations.flatMap(({ suite, task, regions, features }) => {
    const probabilities = probabilitiesFrom(screener, features);
    return regions.flatMap((region, at) => {
      const isDependent = truth(region);
      if (isDependent === undefined) return [];
      const probability = probabilities[at] ?? 1;
      return [{ task: `${suite}/${task}`, probability, isDependent }];
    });
  });
}

/** Summarises what a screener says of observations. */
export function summaryOf(
  screener: Screener,
  observations: readonly Observation[],
  truth: Truth,
): Summary {
  const judged = judgedBy(screener, observations, truth);
  const dependent = judged.filter(({ isDependent }) => isDependent).length;
  const { threshold } = screener;
  const confusion = confusionAt(judged, threshold);
  const outcomes = scoredCalls(screener, observations).map((call) => outcomeAt(call, threshold));
  return {
    calls: observations.length,
    regions: judged.length,
    dependent,
    auc: areaUnderCurve(judged),
    aucInterval: aucInterval(judged, { seed }),
    accuracy: accuracyOf(confusion),
    alwaysNo: 1 - dependent / Math.max(judged.length, 1),
    balancedAccuracy: balancedAccuracyOf(confusion),
    ece: calibrationError(reliability(judged, 10)),
    recall: recallOf(confusion),
    precision: precisionOf(confusion),
    fpr: shareOf(
      judged.filter((one) => !one.isDependent),
      ({ probability }) => probability >= threshold,
    ),
    wrong: wrongShare(outcomes),
    needless: shareOf(outcomes, ({ isNeedless }) => isNeedless),
    lost: shareOf(outcomes, ({ isLost }) => isLost),
    precisionAt95: precisionAtRecall(judged, 0.95),
  };
}

/** The share of calls gone wrong. */
export function wrongShare(outcomes: readonly Outcome[]): ClusteredShare | undefined {
  return shareOf(outcomes, isWrong);
}

/** A share with its interval; whole tasks are drawn. */
function shareOf<Case extends { readonly task: string }>(
  cases: readonly Case[],
  holds: (one: Case) => boolean,
): ClusteredShare | undefined {
  return clusteredShare(
    cases.map((one) => ({ cluster: one.task, hits: Number(holds(one)), all: 1 })),
    { seed },
  );
}
