import type { Label, LabelSpace } from '@sluice/core';
import type { Losses } from '../loss/losses.ts';

/** Where minimal labels are looked for: the joins of `labels` and `floor`. */
export interface LabelSearch {
  readonly space: LabelSpace;
  /** The labels present in the context, with repeats or without. */
  readonly labels: readonly Label[];
  /** The least label of every answer: the bottom, or the label of what cannot be searched. */
  readonly floor: Label;
  readonly losses: Losses;
  /** How large a loss is negligible; at least 0. */
  readonly lambda: number;
}

/**
 * Finds the minimal lambda-similar labels (permissive propagation definition 1): pairwise
 * incomparable, at least one, and each of them with a loss that was seen to be at most lambda or
 * the label of the full context, which loses nothing. Throws what the losses throw.
 */
export type Search = (search: LabelSearch) => Promise<readonly Label[]>;

/** The label of the full context. */
export function fullLabel({ space, labels, floor }: Omit<LabelSearch, 'losses' | 'lambda'>): Label {
  return labels.reduce((total, label) => space.join(total, label), floor);
}

/** True if a label is lambda-similar. A loss that is no number is not. */
export async function isSimilar({ losses, lambda }: LabelSearch, label: Label): Promise<boolean> {
  return (await losses.at(label)) <= lambda;
}

/** Drops every label that another one flows to: without monotonicity, comparable ones come out. */
export function minimalOnly(space: LabelSpace, labels: Iterable<Label>): readonly Label[] {
  const all = [...new Set(labels)];
  return all.filter(
    (label) => !all.some((other) => other !== label && space.flowsTo(other, label)),
  );
}
