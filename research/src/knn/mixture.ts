import { SluiceError } from '@sluice/core';
import { nearestBound } from './nearest.ts';

/** The settings of the mixture (permissive propagation eq. 4). */
export interface MixtureSettings {
  /** How many nearest entries vote. */
  readonly k: number;
  /**
   * Entries vote with exp(-distance / temperature). Distances are squared, and measured in squared
   * lengths of the query's own state: states of one model are hundreds of times those of another.
   */
  readonly temperature: number;
  /** The documents' share of the probability; the language model has the rest. */
  readonly gamma: number;
}

/** How far the entries of the visible documents are from one query, and their tokens. */
export interface Neighbours {
  readonly distances: Float64Array;
  readonly tokens: Int32Array;
  /** The squared length of the query's state. */
  readonly squaredLength: number;
}

/** Throws `settings-invalid` for settings that make no distribution. */
export function requireMixture({ k, temperature, gamma }: MixtureSettings): void {
  const isRight =
    Number.isSafeInteger(k) &&
    k >= 1 &&
    temperature > 0 &&
    Number.isFinite(temperature) &&
    gamma >= 0 &&
    gamma <= 1;
  if (isRight) return;
  throw new SluiceError('settings-invalid', 'these settings of `knn-lm` make no distribution', {
    hint: 'give a whole `k` above 0, a `temperature` above 0 and a `gamma` from 0 to 1',
  });
}

/**
 * p_kNN by token: the shares of the k nearest entries' votes. Empty where there are no entries.
 * Throws `model-failed` where a distance or the length is not finite: left out, what cannot be
 * compared would look like what does not matter.
 */
export function knnProbabilities(
  { distances, tokens, squaredLength }: Neighbours,
  { k, temperature }: MixtureSettings,
): ReadonlyMap<number, number> {
  if (distances.length === 0) return new Map();
  if (!Number.isFinite(squaredLength) || !distances.every(Number.isFinite)) throw notFinite();
  const bound = nearestBound(distances, k);
  const nearest = distances.reduce(
    (least, each) => Math.min(least, each),
    Number.POSITIVE_INFINITY,
  );
  const votes = new Map<number, number>();
  const unit = temperature * squaredLength;
  let total = 0;
  for (const [entry, distance] of distances.entries()) {
    if (distance > bound) continue;
    // Relative to the nearest, so that one vote at least does not underflow.
    const vote = distance === nearest ? 1 : Math.exp((nearest - distance) / unit);
    const token = tokens[entry] ?? -1;
    votes.set(token, (votes.get(token) ?? 0) + vote);
    total += vote;
  }
  return new Map([...votes].map(([token, vote]) => [token, vote / total]));
}

/**
 * log p(y|x,C) = log(gamma p_kNN + (1 - gamma) p_LM), nats (permissive propagation eq. 4). Without
 * an entry there is no p_kNN to mix in: the language model speaks alone.
 */
export function mixedLogProbability(
  { knn, model }: { readonly knn: number | undefined; readonly model: number },
  { gamma }: MixtureSettings,
): number {
  if (knn === undefined) return model;
  return Math.log(gamma * knn + (1 - gamma) * Math.exp(model));
}

function notFinite(): SluiceError {
  return new SluiceError('model-failed', 'a state of the model is not finite', {
    hint: 'take other weights, or pull these anew: `sluice models verify` says whether they changed',
  });
}
