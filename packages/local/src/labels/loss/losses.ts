import type { Label } from '@sluice/core';

/**
 * How much utility a completion loses when the documents that flow to a label are all there is:
 * U(y|x,C) - U(y|x,C|L), what lambda bounds (permissive propagation eq. 1). A search asks nothing
 * else, so it does not matter what computes it. Answers are remembered by whoever gives them.
 */
export interface Losses {
  /** Exact up to the bound that the losses were made for; above it, anything above it. */
  readonly at: (label: Label) => Promise<number>;
  /** Exact whatever it is: for rankings and averages. */
  readonly exact: (label: Label) => Promise<number>;
}
