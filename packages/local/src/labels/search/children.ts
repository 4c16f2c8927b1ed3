import { joinsOf, SluiceError, type Label } from '@sluice/core';
import { generatorsOf, type Generators } from './generators.ts';
import type { LabelSearch } from './search.ts';

/** More joins than this are not enumerated; a prime set of labels needs no enumeration. */
export const joinsMax = 1_024;

/**
 * The children of a node in the lattice of joins of the labels present: the maximal joins strictly
 * below it (permissive propagation 3.2). The function throws `limit-exceeded` where the lattice is
 * not distributive and has more than `joinsMax` joins.
 */
export function childrenIn(
  search: Pick<LabelSearch, 'space' | 'labels' | 'floor'>,
): (label: Label) => readonly Label[] {
  const generators = generatorsOf(search);
  return generators.arePrime ? byRemoval(generators) : byEnumeration(search);
}

/** Between a down-set and itself less one of its highest members there is no other down-set. */
function byRemoval(generators: Generators): (label: Label) => readonly Label[] {
  return (label) => {
    const under = generators.under(label);
    return generators
      .highest(under)
      .map((removed) => generators.join(under.filter((each) => each !== removed)));
  };
}

function byEnumeration({
  space,
  labels,
  floor,
}: Pick<LabelSearch, 'space' | 'labels' | 'floor'>): (label: Label) => readonly Label[] {
  const present = labels.map((label) => space.join(floor, label));
  const joins = joinsOf(space, [floor, ...present], { max: joinsMax }) ?? tooMany();
  const highestFirst = joins.filter((join) => space.flowsTo(floor, join)).toReversed();
  return (label) => {
    const children: Label[] = [];
    for (const join of highestFirst) {
      if (join === label || !space.flowsTo(join, label)) continue;
      if (!children.some((child) => space.flowsTo(join, child))) children.push(join);
    }
    return children;
  };
}

function tooMany(): never {
  throw new SluiceError('limit-exceeded', `a context has more than ${joinsMax} joins of labels`, {
    hint: 'label documents by single sources, or search with fewer labels',
  });
}
