import {
  calibrate,
  columnsOf,
  type FeatureSource,
  type Judge,
  type Screener,
  standardised,
  standardOf,
  type WindowLimits,
} from '@sluice/local';
import type { Sequence } from '../../training/loss.ts';
import { train } from '../../training/train.ts';
import type { Observation } from '../observe/observation.ts';
import { folds, type Heard } from './folds.ts';
import { ofPart } from './part.ts';
import { isWrong, type Outcome, outcomesAcross, scoredHeard, thresholdOf } from './utility.ts';

/** How networks are trained; chosen on the validation part alone. */
export const learning = {
  hidden: 8,
  learningRate: 3e-3,
  weightDecay: 1e-3,
  batch: 8,
  epochsMax: 80,
  patience: 10,
} as const;

export interface TrainOptions {
  /** The features that networks read. */
  readonly features: readonly string[];
  /** Each trains a network; what they say is averaged. */
  readonly seeds: readonly number[];
}

/**
 * Networks that are trained on the training tasks and stopped on the validation tasks; no other is
 * looked at. The same observations and seeds give the same networks.
 */
export function trainJudge(
  observations: readonly Observation[],
  { features, seeds }: TrainOptions,
): Judge {
  const inputsOf = (call: Observation): Float64Array => columnsOf(call.features, features);
  const training = ofPart(observations, 'training');
  const standard = standardOf(training.map(inputsOf), features.length);
  const sequenceOf = (call: Observation): Sequence => ({
    inputs: standardised(inputsOf(call), standard),
    targets: Uint8Array.from(call.regions, ({ isDependent }) => Number(isDependent)),
  });
  const data = {
    training: training.map(sequenceOf),
    validation: ofPart(observations, 'validation').map(sequenceOf),
  };
  const networks = seeds.map((seed) => train(data, features.length, { ...learning, seed }).network);
  return { kind: 'network', features, standard, networks };
}

export interface SettleOptions {
  readonly source: FeatureSource;
  readonly limits: WindowLimits;
  /** The seed that the calls were drawn with. */
  readonly seed: number;
  /** When it is settled, an ISO date and time. */
  readonly at: string;
}

const settledOn = {
  split: `tasks that are no test data, in ${folds} folds`,
  measure: 'share of calls with a needless question or a lost source',
} as const;

/** A judge that is ready, and what came of each call that it was settled on. */
export interface Settled {
  readonly screener: Screener;
  /** By call, at the threshold that is best for the other folds. */
  readonly outcomes: readonly Outcome[];
}

/**
 * A judge with probabilities and the one threshold of all figures: that at which the fewest calls
 * go wrong, by what was heard of them.
 */
export function settle(
  judge: Judge,
  heard: readonly Heard[],
  { source, limits, seed, at }: SettleOptions,
): Settled {
  const judged = heard.flatMap(({ call, logits }) =>
    call.regions.map(({ isDependent }, place) => ({
      logit: logits[place] ?? Number.NaN,
      isDependent,
    })),
  );
  const calibration = calibrate(judged);
  const calls = scoredHeard(heard, calibration);
  const threshold = thresholdOf(calls);
  const outcomes = outcomesAcross(calls);
  const choice = {
    ...settledOn,
    seed,
    calls: calls.length,
    tasks: new Set(outcomes.map(({ task }) => task)).size,
    value: outcomes.filter(isWrong).length / Math.max(outcomes.length, 1),
    at,
  };
  return { screener: { source, limits, judge, calibration, threshold, choice }, outcomes };
}
