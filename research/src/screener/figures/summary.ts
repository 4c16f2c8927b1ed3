import { calibrationError, reliability } from '../../training/reliability.ts';
import { probabilitiesFrom, type Screener } from '@sluice/local';
import type { Observation, ObservedRegion } from '../observe/observation.ts';
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

/** The figures of a screener on some regions. */
export interface Summary {
  readonly calls: number;
  readonly regions: number;
  readonly dependent: number;
  readonly auc: number | undefined;
  /** Where what is likelier than not is called dependent. */
  readonly accuracy: number;
  /** The accuracy of saying no to every region. */
  readonly alwaysNo: number;
  /** Where the network itself decides: it was trained with both classes weighted alike. */
  readonly balancedAccuracy: number;
  /** Expected calibration error over ten bins. */
  readonly ece: number;
  readonly atThreshold: { readonly recall: number; readonly precision: number };
  /** The precision at the threshold that finds 95% of the dependent regions. */
  readonly precisionAt95: number | undefined;
}

/** Which regions count, and what is true of them; `undefined` leaves a region out. */
export type Truth = (region: ObservedRegion) => boolean | undefined;

/** By lineage and injected texts. The keys of a container are easily told apart: left out. */
export const byLineage: Truth = ({ role, isDependent }) =>
  role === 'shape' ? undefined : isDependent;

/** By a reader of the call. */
export const byReader: Truth = ({ role, isMeant }) => (role === 'shape' ? undefined : isMeant);

/** The regions of observations, as a screener judges them. */
export function judgedBy(
  screener: Screener,
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
  const atThreshold = confusionAt(judged, screener.threshold);
  return {
    calls: observations.length,
    regions: judged.length,
    dependent,
    auc: areaUnderCurve(judged),
    accuracy: accuracyOf(confusionAt(judged, 0.5)),
    alwaysNo: 1 - dependent / Math.max(judged.length, 1),
    balancedAccuracy: balancedAccuracyOf(confusionAt(judged, evenPoint(screener))),
    ece: calibrationError(reliability(judged, 10)),
    atThreshold: { recall: recallOf(atThreshold), precision: precisionOf(atThreshold) },
    precisionAt95: precisionAtRecall(judged, 0.95),
  };
}

/** The probability at which the network's logit is 0. */
function evenPoint({ calibration }: Screener): number {
  return 1 / (1 + Math.exp(-calibration.offset));
}
