import { labelSpace, powerset, type Label, type LabelSpace } from '@sluice/core';
import type { LabelSearch } from '../labels/search/search.ts';

/** A space of sets of documents, and one label for each document. */
export function documentLabels(count: number): {
  readonly space: LabelSpace;
  readonly labels: readonly Label[];
} {
  const space = labelSpace({ documents: powerset('documents') });
  const labels = Array.from({ length: count }, (_, at) => space.parse(`documents{d${at}}`));
  return { space, labels };
}

export interface CountedSearch extends LabelSearch {
  /** The labels that a loss was computed for. */
  readonly asked: ReadonlySet<Label>;
}

/**
 * A search over losses that a function gives; of all labels together nothing is lost, as in the
 * definition. What is asked twice is counted once, as a memo would.
 */
export function searchOf(
  search: Omit<LabelSearch, 'losses'>,
  lossOf: (label: Label) => number,
): CountedSearch {
  const full = search.labels.reduce((a, b) => search.space.join(a, b), search.floor);
  const asked = new Set<Label>();
  const at = (label: Label): Promise<number> => {
    if (label === full) return Promise.resolve(0);
    asked.add(label);
    return Promise.resolve(lossOf(label));
  };
  return { ...search, losses: { at, exact: at }, asked };
}

/** Minimal labels by definition: of all joins that are similar, those that no other flows to. */
export function bruteForce(
  { space, labels, floor, lambda }: Omit<LabelSearch, 'losses'>,
  lossOf: (label: Label) => number,
): ReadonlySet<Label> {
  const joins = new Set([floor]);
  for (const label of labels) for (const join of joins) joins.add(space.join(join, label));
  const full = labels.reduce((a, b) => space.join(a, b), floor);
  const similar = [...joins].filter((join) => join === full || lossOf(join) <= lambda);
  return new Set(
    similar.filter(
      (label) => !similar.some((other) => other !== label && space.flowsTo(other, label)),
    ),
  );
}
