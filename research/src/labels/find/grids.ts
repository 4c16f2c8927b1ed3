/** All that is chosen on one half and reported on the other. */
export interface Setting {
  /** By its name in the package of local models. */
  readonly utility: string;
  readonly lambda: number;
  readonly pruning: Pruning;
}

/** How labels are dropped before the search. */
export type Pruning =
  | { readonly kind: 'none' }
  /** By what a label's documents save alone, in nats. */
  | { readonly kind: 'alone'; readonly threshold: number }
  /** By Shapley values from sampled orders (permissive propagation appendix A). */
  | { readonly kind: 'shapley'; readonly threshold: number; readonly orders: number };

/** The paper's own utility: its figures have the plain names, and the others' stand beside them. */
export const headlineUtility = 'perplexity';

/** Lambdas of each utility that are tried, rising. */
export const lambdas: Readonly<Record<string, readonly number[]>> = {
  perplexity: [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3],
  'log-probability': [0.5, 1, 2, 3, 4, 6, 8],
  token: [0.5, 1, 1.5, 2, 2.5, 3, 4],
};

/**
 * Nats that a document must save alone not to be dropped; below 0, for one of several facts may
 * make the others less probable.
 */
const aloneThresholds: readonly number[] = [-2, -1, 0, 1, 2];

/** Smallest Shapley values, in the utility's measure; 0 drops only what does harm. */
const shapleyThresholds: readonly number[] = [0, 0.1, 0.3, 1, 3];

/** All utilities and lambdas, without pruning and with exact Shapley values: for few labels. */
export function fewLabelsGrid(): readonly Setting[] {
  const shapley = shapleyThresholds.map((threshold): Pruning => {
    // Exact for so few labels, whatever the number of orders.
    return { kind: 'shapley', threshold, orders: 1 };
  });
  return gridOf([{ kind: 'none' }, ...shapley]);
}

/** The same with what a document saves alone in place of the Shapley value: for powersets. */
export function powersetGrid(): readonly Setting[] {
  return gridOf(aloneThresholds.map((threshold) => ({ kind: 'alone', threshold })));
}

/** Rows of the powerset that stand beside the headline's pruning, by what the paper calls them. */
export const pruningRows = ['none', 'shapley'] as const;

export type PruningRow = (typeof pruningRows)[number];

/**
 * How many orders of 14 documents a Shapley value is sampled from: each scores 14 contexts, where
 * the exact value would score 16,384.
 */
const shapleyOrders = 4;

/** A powerset without pruning, or with sampled Shapley values (permissive propagation figure 9). */
export function prunedGrid(kind: PruningRow): readonly Setting[] {
  if (kind === 'none') return gridOf([{ kind }]);
  return gridOf(shapleyThresholds.map((threshold) => ({ kind, threshold, orders: shapleyOrders })));
}

function gridOf(prunings: readonly Pruning[]): readonly Setting[] {
  return Object.entries(lambdas).flatMap(([utility, listed]) => {
    return listed.flatMap((lambda) => {
      return prunings.map((pruning) => ({ utility, lambda, pruning }));
    });
  });
}

/** A setting as a person reads it. */
export function settingText({ utility, lambda, pruning }: Setting): string {
  const pruned = pruning.kind === 'none' ? 'no pruning' : `${pruning.kind} >= ${pruning.threshold}`;
  return `${utility}, lambda ${lambda}, ${pruned}`;
}
