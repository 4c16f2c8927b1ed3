import type { Label } from '@sluice/core';
import { fullLabel, type LabelSearch } from './search/search.ts';

export interface TargetCost {
  /** The join of what flows to the target: what the output will depend on. */
  readonly label: Label;
  /**
   * The loss of that label, and so the least lambda at which it is lambda-similar; infinite where
   * something that cannot be searched does not flow to the target.
   */
  readonly loss: number;
}

/**
 * The cost of fixing the label up front (permissive propagation 6.1, 6.3): the utility that a
 * completion loses when only what flows to `target` is shown. Core's `target` then propagates it.
 */
export async function targetCost(
  search: Omit<LabelSearch, 'lambda'>,
  target: Label,
): Promise<TargetCost> {
  const { space, floor, losses } = search;
  const labels = search.labels.filter((label) => space.flowsTo(label, target));
  const label = fullLabel({ ...search, labels });
  const loss = space.flowsTo(floor, target) ? await losses.exact(label) : Number.POSITIVE_INFINITY;
  return { label, loss };
}
