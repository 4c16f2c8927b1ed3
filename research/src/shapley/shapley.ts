import type { Label } from '@sluice/core';
import type { Generators, LabelSearch } from '@sluice/local';

/** How much a label's documents contribute on average. */
export interface Contribution {
  readonly label: Label;
  /**
   * phi: the average drop in loss (with the perplexity utility: in perplexity) when the label's
   * documents join others (permissive propagation appendix A). Not a number where a loss is
   * infinite both with and without them.
   */
  readonly value: number;
  /** Of `value`, as an estimate; 0 where it was computed from all combinations. */
  readonly standardError: number;
}

/** What Shapley values are computed from: the labels of a search, and what they lose. */
export interface ShapleyInput {
  readonly generators: Generators;
  readonly losses: LabelSearch['losses'];
}

/** What is lost with these labels' documents alone, exactly. */
export function lossOf(
  { generators, losses }: ShapleyInput,
  some: readonly Label[],
): Promise<number> {
  return losses.exact(generators.join(some));
}
