import type { Label } from '@sluice/core';
import type { LabelSearch, Search } from './search/search.ts';

export interface RaiseInput extends Omit<LabelSearch, 'lambda'> {
  /** In rising order; the losses must be exact up to the last. */
  readonly lambdas: readonly [number, ...(readonly number[])];
  readonly isWanted: (label: Label) => boolean;
}

export interface Raised {
  readonly lambda: number;
  /** The minimal labels at this lambda. */
  readonly labels: readonly Label[];
  readonly isReached: boolean;
}

/**
 * Gives up more utility for a less restrictive label, step by step, until a wanted one is among
 * the minimal labels (permissive propagation 6.3). Where no step reaches one, the answer is that of
 * the first: what does not help is not given up. Contexts are scored once for all steps.
 */
export async function raiseUntil(search: Search, input: RaiseInput): Promise<Raised> {
  const [first, ...further] = input.lambdas;
  const step = async (lambda: number): Promise<Raised> => {
    const labels = await search({ ...input, lambda });
    return { lambda, labels, isReached: labels.some((label) => input.isWanted(label)) };
  };
  const least = await step(first);
  if (least.isReached) return least;
  for (const lambda of further) {
    const raised = await step(lambda);
    if (raised.isReached) return raised;
  }
  return least;
}
