/** How labels are dropped before the search. */
export type Pruning =
  | { readonly kind: 'none' }
  /** By what a label's documents save alone, in nats. */
  | { readonly kind: 'alone'; readonly threshold: number }
  /** By Shapley values from sampled orders (permissive propagation appendix A). */
  | { readonly kind: 'shapley'; readonly threshold: number; readonly orders: number };

/** All that is chosen on one half and reported on the other. */
export interface Setting {
  /** By its name in the package of local models. */
  readonly utility: string;
  readonly lambda: number;
  readonly pruning: Pruning;
}

/** A setting as a person reads it. */
export function settingText({ utility, lambda, pruning }: Setting): string {
  const pruned = pruning.kind === 'none' ? 'no pruning' : `${pruning.kind} >= ${pruning.threshold}`;
  return `${utility}, lambda ${lambda}, ${pruned}`;
}
