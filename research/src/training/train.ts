import type { Network } from '@sluice/local';
import { addGradient, initialParameters, logitsOf } from '@sluice/local/inside';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { balancedWeights, type ClassWeights, crossEntropy, type Sequence } from './loss.ts';

export interface TrainOptions {
  readonly hidden: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  /** Sequences of one step. */
  readonly batch: number;
  readonly epochsMax: number;
  /** Epochs without a lower loss on the validation part after which training ends. */
  readonly patience: number;
  readonly seed: number;
  readonly onEpoch?: ((epoch: EpochReport) => void) | undefined;
}

export interface EpochReport {
  readonly epoch: number;
  /** Mean weighted cross-entropy of a region. */
  readonly trainLoss: number;
  readonly validationLoss: number;
}

export interface Trained {
  readonly network: Network;
  /** The epoch whose parameters were kept: the one with the lowest validation loss. */
  readonly epoch: number;
  readonly validationLoss: number;
}

const [decay1, decay2, epsilon] = [0.9, 0.999, 1e-8];

/** Adam (Kingma and Ba 2015) with decoupled weight decay. Changes the parameters in place. */
class Adam {
  readonly #options: AdamOptions;
  readonly #mean: Float64Array;
  readonly #square: Float64Array;
  #steps = 0;

  constructor(length: number, options: AdamOptions) {
    this.#options = options;
    this.#mean = new Float64Array(length);
    this.#square = new Float64Array(length);
  }

  step(parameters: Float64Array, gradient: Float64Array): void {
    this.#steps += 1;
    const { learningRate, weightDecay } = this.#options;
    const scale1 = 1 / (1 - decay1 ** this.#steps);
    const scale2 = 1 / (1 - decay2 ** this.#steps);
    for (const [at, by] of gradient.entries()) {
      const mean = decay1 * (this.#mean[at] ?? 0) + (1 - decay1) * by;
      const square = decay2 * (this.#square[at] ?? 0) + (1 - decay2) * by * by;
      this.#mean[at] = mean;
      this.#square[at] = square;
      const move = (mean * scale1) / (Math.sqrt(square * scale2) + epsilon);
      const before = parameters[at] ?? 0;
      parameters[at] = before - learningRate * (move + weightDecay * before);
    }
  }
}

/**
 * Trains a network with Adam and backpropagation through time, and keeps the parameters that were
 * best on the validation part. The same seed and data give the same network.
 */
export function train(
  data: { readonly training: readonly Sequence[]; readonly validation: readonly Sequence[] },
  inputs: number,
  options: TrainOptions,
): Trained {
  const shape = { inputs, hidden: options.hidden };
  const network = { shape, parameters: initialParameters(shape, options.seed) };
  const weights = balancedWeights(data.training);
  const adam = new Adam(network.parameters.length, options);
  const order = shuffles(data.training.length, options.seed);
  let best: Trained = { network: copyOf(network), epoch: 0, validationLoss: Infinity };
  for (let epoch = 1; epoch <= options.epochsMax; epoch += 1) {
    const sequences = order().flatMap((at) => data.training[at] ?? []);
    const trainLoss = trainEpoch(network, sequences, { weights, adam, batch: options.batch });
    const validationLoss = meanLoss(network, data.validation, weights);
    options.onEpoch?.({ epoch, trainLoss, validationLoss });
    if (validationLoss < best.validationLoss) {
      best = { network: copyOf(network), epoch, validationLoss };
    }
    if (epoch - best.epoch >= options.patience) break;
  }
  return best;
}

function copyOf({ shape, parameters }: Network): Network {
  return { shape, parameters: parameters.slice() };
}

function trainEpoch(
  network: Network,
  sequences: readonly Sequence[],
  {
    weights,
    adam,
    batch,
  }: {
    readonly weights: ClassWeights;
    readonly adam: Adam;
    readonly batch: number;
  },
): number {
  let [loss, regions] = [0, 0];
  for (let from = 0; from < sequences.length; from += batch) {
    const gradient = new Float64Array(network.parameters.length);
    let inBatch = 0;
    for (const { inputs, targets } of sequences.slice(from, from + batch)) {
      loss += addGradient(network, inputs, { lossOf: crossEntropy(targets, weights), gradient });
      inBatch += targets.length;
    }
    regions += inBatch;
    adam.step(
      network.parameters,
      gradient.map((by) => by / Math.max(inBatch, 1)),
    );
  }
  return loss / Math.max(regions, 1);
}

function meanLoss(network: Network, sequences: readonly Sequence[], weights: ClassWeights): number {
  let [loss, regions] = [0, 0];
  for (const { inputs, targets } of sequences) {
    loss += crossEntropy(targets, weights)(logitsOf(network, inputs)).loss;
    regions += targets.length;
  }
  return loss / Math.max(regions, 1);
}

/** A new order of `length` places at each call. */
function shuffles(length: number, seed: number): () => readonly number[] {
  const random = xoroshiro128plus(seed);
  const places = Array.from({ length }, (_, at) => at);
  return () => {
    for (let at = length - 1; at > 0; at -= 1) {
      const other = uniformInt(random, 0, at);
      const moved = places[at] ?? at;
      places[at] = places[other] ?? other;
      places[other] = moved;
    }
    return [...places];
  };
}

interface AdamOptions {
  readonly learningRate: number;
  /** Pulls parameters towards 0 at each step, apart from the gradient (Loshchilov and Hutter). */
  readonly weightDecay: number;
}
