import type { Label, LabelSpace } from '@sluice/core';
import type { LabelSearch } from './search.ts';

/** The labels present that are no joins of lower ones: every join is a join of some of them. */
export interface Generators {
  /** Lowest first: a generator comes after all that flow to it. None is the floor. */
  readonly all: readonly Label[];
  /**
   * True if each is prime: it flows to a join only where it flows to one of the parts. Then the
   * joins form a distributive lattice, that of the down-sets of generators; so they do on every
   * powerset of documents and on every chain.
   */
  readonly arePrime: boolean;
  /** The join of these and the floor. */
  readonly join: (labels: readonly Label[]) => Label;
  /** Those that flow to a label, lowest first. */
  readonly under: (label: Label) => readonly Label[];
  /** Those of them that no other lies above. */
  readonly highest: (labels: readonly Label[]) => readonly Label[];
}

/** The generators of a search's joins. */
export function generatorsOf({ space, labels, floor }: GeneratorInput): Generators {
  const join = (some: readonly Label[]): Label =>
    some.reduce((total, label) => space.join(total, label), floor);
  const present = [...new Set(labels.map((label) => space.join(floor, label)))];
  const isBelow = (a: Label, b: Label): boolean => a !== b && space.flowsTo(a, b);
  const all = lowestFirst(present, isBelow).filter(
    (label) => join(present.filter((other) => isBelow(other, label))) !== label,
  );
  return {
    all,
    arePrime: all.every((label) => isPrime(space, label, join(notAbove(space, all, label)))),
    join,
    under: (label) => all.filter((each) => space.flowsTo(each, label)),
    highest: (some) => some.filter((label) => !some.some((other) => isBelow(label, other))),
  };
}

type GeneratorInput = Pick<LabelSearch, 'space' | 'labels' | 'floor'>;

/** The rest of some labels when one of them, and so all above it, is taken away. */
export function notAbove(
  space: LabelSpace,
  labels: readonly Label[],
  label: Label,
): readonly Label[] {
  return labels.filter((other) => !space.flowsTo(label, other));
}

function isPrime(space: LabelSpace, label: Label, joinOfOthers: Label): boolean {
  return !space.flowsTo(label, joinOfOthers);
}

/** How many labels are below one grows strictly along the order, so sorting by it is enough. */
function lowestFirst(
  labels: readonly Label[],
  isBelow: (a: Label, b: Label) => boolean,
): readonly Label[] {
  return labels
    .map((label) => ({ label, rank: labels.filter((other) => isBelow(other, label)).length }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label);
}
