import type { History } from '../history/history.ts';
import { findRegion, labelOfHistory } from '../history/regions.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import type { Relevance } from './propagator.ts';

/**
 * The label of the next output (RTBAS alg. 2): the join of the labels of the relevant regions, each
 * with the shape of its message. The shapes of the containers around a region are in its own label
 * already, by INVARIANT (shape). An id that no region has, and a label of another space, count
 * as everything.
 */
export function labelOf(space: LabelSpace, history: History, relevance: Relevance): Label {
  switch (relevance.kind) {
    case 'all':
      return labelOfHistory(space, history);
    case 'label':
      return space.owns(relevance.label) ? relevance.label : labelOfHistory(space, history);
    case 'regions':
      return labelOfRegions(space, history, relevance.regions);
  }
}

function labelOfRegions(space: LabelSpace, history: History, ids: readonly string[]): Label {
  const labels: Label[] = [];
  for (const id of ids) {
    const entry = findRegion(history, id);
    if (entry === undefined) return labelOfHistory(space, history);
    const shape = findRegion(history, shapeId(entry.message));
    labels.push(entry.label, ...(shape === undefined ? [] : [shape.label]));
  }
  return joinAll(space, labels);
}

/** The id of the bare fact that a message has the parts that it has. */
function shapeId(message: number): string {
  return `m${message}`;
}
