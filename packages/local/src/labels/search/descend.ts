import { joinsOf, type Label, SluiceError } from '@sluice/core';
import { type Generators, generatorsOf } from './generators.ts';
import { fullLabel, isSimilar, type LabelSearch, minimalOnly, type Search } from './search.ts';

/**
 * Permissive propagation algorithm 1, on any lattice, with visited nodes remembered: from the full
 * context's label down, into every child that is lambda-similar; a node without such a child is an
 * answer. On a powerset it visits every superset of an answer: see `enumerateMinimal`.
 */
export const descendMinimal: Search = async (search) => {
  const childrenOf = childrenIn(search);
  const visited = new Set<Label>();
  const found: Label[] = [];
  const visit = async (label: Label): Promise<void> => {
    if (visited.has(label)) return;
    visited.add(label);
    let isMinimal = true;
    for (const child of childrenOf(label)) {
      if (!(await isSimilar(search, child))) continue;
      isMinimal = false;
      await visit(child);
    }
    if (isMinimal) found.push(label);
  };
  await visit(fullLabel(search));
  return minimalOnly(search.space, found);
};

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
