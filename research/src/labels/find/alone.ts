import type { Label } from '@sluice/core';
import { fullLabel, generatorsOf, type Losses, type Search } from '@sluice/local';

export interface AloneOptions {
  /** What counts as a contribution: here the summed log-probability, which adds up over facts. */
  readonly contributions: Losses;
  /** Labels whose documents alone save less are not searched. */
  readonly threshold: number;
}

/**
 * Drops labels that alone save too little: the first term of the Shapley value, where a label joins
 * no other (permissive propagation appendix A prunes by the whole value). It costs one short
 * context a label in place of several long ones, and a document that another one repeats keeps its
 * value, where the mean over orders halves it. Where what is left does not suffice, the full label
 * is the answer.
 */
export function prunedAlone(inner: Search, { contributions, threshold }: AloneOptions): Search {
  return async (search) => {
    const nothing = await contributions.exact(search.floor);
    const labels: Label[] = [];
    for (const label of generatorsOf(search).all) {
      const saved = nothing - (await contributions.exact(label));
      // A value that is no number keeps its label.
      if (!(saved < threshold)) labels.push(label);
    }
    const left = { ...search, labels };
    const isEnough = (await search.losses.at(fullLabel(left))) <= search.lambda;
    return isEnough ? inner(left) : [fullLabel(search)];
  };
}
