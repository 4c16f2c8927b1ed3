import { joinAll, regionsOf, type Label, type PropagatorInput, type Relevance } from '@sluice/core';

/** The join of the labels of all that a history holds. */
export function fullLabelOf({ space, history }: PropagatorInput): Label {
  const labels = regionsOf(history).map(({ label }) => label);
  return joinAll(space, labels);
}

/**
 * The label of what a relevance names: its regions, each with the shape of its message. An id that
 * no region has counts as everything.
 */
export function labelOfRelevance(input: PropagatorInput, relevance: Relevance): Label {
  switch (relevance.kind) {
    case 'all':
      return fullLabelOf(input);
    case 'label':
      return input.space.owns(relevance.label) ? relevance.label : fullLabelOf(input);
    case 'regions':
      return labelOfRegions(input, relevance.regions);
  }
}

function labelOfRegions(input: PropagatorInput, ids: readonly string[]): Label {
  const byId = new Map(regionsOf(input.history).map((entry) => [entry.id, entry]));
  const labels: Label[] = [];
  for (const id of ids) {
    const entry = byId.get(id);
    if (entry === undefined) return fullLabelOf(input);
    const shape = byId.get(`m${entry.message}`);
    labels.push(entry.label, ...(shape === undefined ? [] : [shape.label]));
  }
  return joinAll(input.space, labels);
}
