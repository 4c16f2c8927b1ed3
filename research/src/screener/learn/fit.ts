import { createHash } from 'node:crypto';
import {
  calibrate,
  featureNames,
  type FeatureSource,
  meanLogits,
  type Network,
  probabilityOf,
  type Screener,
  standardised,
  standardOf,
  type WindowLimits,
} from '@sluice/local';
import type { Sequence } from '../../training/loss.ts';
import { thresholdFor } from '../../training/threshold.ts';
import { type EpochReport, train, type Trained } from '../../training/train.ts';
import type { Observation } from '../observe/observation.ts';

const [testShare, validationShare] = [0.3, 0.14];

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

/** The result of one seed. */
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

/** The use of a task's calls. */
type Part = 'training' | 'validation' | 'test';

/**
 * Which part a user's task belongs to: 30% of the tasks are test data, 14% are validation (where
 * training stops, and probabilities and threshold come from), the rest is trained on. By a hash of
 * suite and task, so that all runs of a task, of whatever model and attack, are on one side. Tasks
 * of one suite share their environment and injected texts all the same.
 */
export function partOf({ suite, task }: { readonly suite: string; readonly task: string }): Part {
  const digest = createHash('sha256').update(`1 ${suite}/${task}`).digest();
  const place = digest.readUInt32BE(0) / 2 ** 32;
  if (place < testShare) return 'test';
  return place < testShare + validationShare ? 'validation' : 'training';
}
