import type { Utility } from '../../port/utility.ts';
import { lossOr, summed } from './summed.ts';

/**
 * Drop of the summed log-probability, nats: by what factor the completion as a whole is less
 * probable. Unlike a perplexity it does not thin out one lost fact over a long completion.
 */
export const logProbabilityDrop: Utility = {
  name: 'log-probability',
  loss: (full, part) =>
    full.completionTokens === 0
      ? Number.POSITIVE_INFINITY
      : lossOr(summed(full.logProbabilities) - summed(part.logProbabilities)),
  exceeds: (full, soFar, lambda) => summed(full.logProbabilities) - summed(soFar) > lambda,
};

/**
 * Largest drop of one token's log-probability, nats: whether any single token of the completion
 * becomes much less probable. A completion that no token of loses has a negative loss.
 */
export const tokenDrop: Utility = {
  name: 'token',
  loss: (full, part) => lossOr(largestDrop(full.logProbabilities, part.logProbabilities)),
  exceeds: (full, soFar, lambda) => largestDrop(full.logProbabilities, soFar) > lambda,
};

/** Over the tokens that both have; of none, not a number. */
function largestDrop(full: readonly number[], part: readonly number[]): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const [at, each] of part.entries()) {
    const drop = Math.min(0, full[at] ?? Number.NaN) - Math.min(0, each);
    // Not `Math.max` alone: a drop that is no number must not be lost among later ones.
    largest = Number.isNaN(drop) ? Number.POSITIVE_INFINITY : Math.max(largest, drop);
    if (largest === Number.POSITIVE_INFINITY) break;
  }
  return part.length === 0 ? Number.NaN : largest;
}
