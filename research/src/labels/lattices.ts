import { chain, labelSpace, powerset, powersetOf, type Label, type LabelSpace } from '@sluice/core';
import type { LabelledDocument } from './dataset.ts';

/** The lattices that a data set is read under (permissive propagation figures 2 and 3). */
export type LatticeName = 'powerset' | 'twoLevel' | 'product';

export interface LabelLattice {
  readonly name: LatticeName;
  readonly space: LabelSpace;
  readonly labelOf: (document: LabelledDocument) => Label;
}

const integrity = chain(['trusted', 'untrusted']);
const age = chain(['today', 'last-week', 'last-month']);

/** Trusted below untrusted: a total order. */
export function twoLevel(): LabelLattice {
  const space = labelSpace({ integrity });
  return {
    name: 'twoLevel',
    space,
    labelOf: (document) => space.of({ integrity: document.integrity }),
  };
}

/** Reliability by time, 2x3; a document without a date is read as the oldest. */
export function product(): LabelLattice {
  const space = labelSpace({ integrity, age });
  return {
    name: 'product',
    space,
    labelOf: (document) =>
      space.of({ integrity: document.integrity, age: document.age ?? 'last-month' }),
  };
}

/** A label for each document, so that every set of documents is a label of its own. */
export function powersetOfDocuments(): LabelLattice {
  const space = labelSpace({ documents: powerset('documents') });
  return {
    name: 'powerset',
    space,
    labelOf: ({ id }) => space.of({ documents: powersetOf([id]) }),
  };
}
