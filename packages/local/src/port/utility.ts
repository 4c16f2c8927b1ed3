import type { Scored } from './scorer.ts';

/**
 * How much worse a completion fares under fewer documents. One of: difference of perplexities
 * (permissive propagation eq. 2), drop of the summed log-probability, largest drop of one token.
 */
export interface Utility {
  readonly name: string;
  /** At least 0 where the full context serves better; both of the same back end and completion. */
  readonly loss: <B extends string>(full: Scored<B>, part: Scored<B>) => number;
  /** True if the loss is above `lambda` whatever the remaining tokens are. */
  readonly exceeds: <B extends string>(
    full: Scored<B>,
    soFar: readonly number[],
    lambda: number,
  ) => boolean;
}
