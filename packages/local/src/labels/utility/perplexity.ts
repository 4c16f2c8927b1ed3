import type { Scored } from '../../port/scorer.ts';
import type { Utility } from '../../port/utility.ts';
import { lossOr, summed } from './summed.ts';

/**
 * Difference of perplexities: U is the negative perplexity, (prod p)^(-1/|y|), and lambda bounds
 * what it loses (permissive propagation eq. 1 and 2). Its early stop is that of section 6.3: the
 * perplexity of a prefix, taken over the whole length, only rises with further tokens.
 */
export const perplexityDrop: Utility = {
  name: 'perplexity',
  loss: (full, part) => lossOr(perplexity(full, part.logProbabilities) - perplexityOf(full)),
  exceeds: (full, soFar, lambda) => perplexity(full, soFar) - perplexityOf(full) > lambda,
};

/**
 * The same as a share of the full context's perplexity: 0.1 tolerates a tenth more. Less is asked
 * of a completion that the model finds hard anyway.
 */
export const relativePerplexityDrop: Utility = {
  name: 'relative-perplexity',
  loss: (full, part) => lossOr(perplexity(full, part.logProbabilities) / perplexityOf(full) - 1),
  exceeds: (full, soFar, lambda) => perplexity(full, soFar) / perplexityOf(full) - 1 > lambda,
};

/** The perplexity of a completion under its full context: at least 1; not a number for no token. */
export function perplexityOf<B extends string>(full: Scored<B>): number {
  return perplexity(full, full.logProbabilities);
}

/** Over the length of the whole completion, however many of its tokens have been scored. */
function perplexity<B extends string>(
  full: Scored<B>,
  logProbabilities: readonly number[],
): number {
  return Math.exp(-summed(logProbabilities) / full.completionTokens);
}
