import {
  calibrate,
  featureNames,
  meanLogits,
  probabilityOf,
  standardised,
  standardOf,
  type FeatureSource,
  type Network,
  type Screener,
  type WindowLimits,
} from '@sluice/local';
import { thresholdFor } from '../../training/threshold.ts';
import { train, type EpochReport, type Trained } from '../../training/train.ts';
import type { Sequence } from '../../training/loss.ts';
import { partOf, type Part } from './split.ts';
import type { Observation } from '../observe/observation.ts';

/** How the shipped screener is trained; chosen on the validation part alone. */
export const learning = {
  hidden: 8,
  learningRate: 3e-3,
  weightDecay: 1e-3,
  batch: 8,
  epochsMax: 80,
  patience: 10,
  /** Dependent regions of the validation part that the threshold may miss. */
  missRate: 0.05,
} as const;

export interface FitOptions {
  readonly source: FeatureSource;
  readonly limits: WindowLimits;
  /** Each trains a network; what they say is averaged. */
  readonly seeds: readonly number[];
  readonly onEpoch?: ((seed: number, report: EpochReport) => void) | undefined;
}

/** What one seed came to. */
export interface SeedResult extends Pick<Trained, 'epoch' | 'validationLoss'> {
  readonly seed: number;
}

export interface Fit {
  readonly screener: Screener;
  readonly seeds: readonly SeedResult[];
}

/** The observations whose tasks belong to a part. */
export function ofPart(observations: readonly Observation[], part: Part): readonly Observation[] {
  return observations.filter((one) => partOf(one) === part);
}

/**
 * Trains on the training tasks, stops, calibrates and sets the threshold on the validation tasks,
 * and looks at no other. The same observations and seeds give the same screener.
 */
export function fitScreener(observations: readonly Observation[], options: FitOptions): Fit {
  const training = ofPart(observations, 'training');
  const validation = ofPart(observations, 'validation');
  const width = featureNames.length;
  const standard = standardOf(
    training.map(({ features }) => features),
    width,
  );
  const sequenceOf = ({ features, regions }: Observation): Sequence => ({
    inputs: standardised(features, standard),
    targets: Uint8Array.from(regions, ({ isDependent }) => Number(isDependent)),
  });
  const data = { training: training.map(sequenceOf), validation: validation.map(sequenceOf) };
  const trained = options.seeds.map((seed) => {
    const onEpoch = (report: EpochReport): void => options.onEpoch?.(seed, report);
    return { seed, ...train(data, width, { ...learning, seed, onEpoch }) };
  });
  const networks = trained.map(({ network }) => network);
  const { source, limits } = options;
  return {
    screener: { source, limits, standard, networks, ...decided(networks, data.validation) },
    seeds: trained.map(({ seed, epoch, validationLoss }) => ({ seed, epoch, validationLoss })),
  };
}

/** Probabilities and threshold, from the validation part. */
function decided(
  networks: readonly Network[],
  validation: readonly Sequence[],
): Pick<Screener, 'calibration' | 'threshold'> {
  const judged = validation.flatMap(({ inputs, targets }) =>
    [...meanLogits(networks, inputs)].map((logit, at) => ({
      logit,
      isDependent: targets[at] === 1,
    })),
  );
  const calibration = calibrate(judged);
  const forecasts = judged.map(({ logit, isDependent }) => ({
    probability: probabilityOf(logit, calibration),
    isDependent,
  }));
  return { calibration, threshold: thresholdFor(forecasts, learning.missRate) };
}
