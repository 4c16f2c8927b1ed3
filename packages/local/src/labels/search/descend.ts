import { joinsOf, type Label, SluiceError } from '@sluice/core';
import { type Generators, generatorsOf } from './generators.ts';
import { fullLabel, isSimilar, type LabelSearch, minimalOnly, type Search } from './search.ts';

/**
 * Permissive propagation algorithm 1, on any lattice, with visited nodes remembered: from the full
 * context's label down, into every child that is lambda-similar; a node without such a child is an
 * answer. On a powerset it visits every superset of an answer: see `enumerateMinimal`.
 */
export const descendMinimal: Search = async (search) => {
  const visit = descentOf(search, childrenIn(search));
  return minimalOnly(search.space, await visit(fullLabel(search)));
};

/**
 * Algorithm 1 from a label that is lambda-similar: the answers at or below it. A later descent does
 * not go again where an earlier one was.
 */
export function descentOf(
  search: LabelSearch,
  childrenOf: ChildrenOf,
): (from: Label) => Promise<readonly Label[]> {
  const visited = new Set<Label>();
  const visit = async (label: Label): Promise<readonly Label[]> => {
    if (visited.has(label)) return [];
    visited.add(label);
    const below: Label[] = [];
    let isMinimal = true;
    for (const child of childrenOf(label)) {
      if (!(await isSimilar(search, child))) continue;
      isMinimal = false;
      below.push(...(await visit(child)));
    }
    return isMinimal ? [label] : below;
  };
  return visit;
}

/** The maximal joins strictly below a label. */
export type ChildrenOf = (label: Label) => readonly Label[];

/** More joins than this are not enumerated; a prime set of labels needs no enumeration. */
export const joinsMax = 1_024;

/**
 * The children of a node in the lattice of joins of the labels present: the maximal joins strictly
 * below it (permissive propagation 3.2). The function throws `limit-exceeded` where the lattice is
 * not distributive and has more than `joinsMax` joins.
 */
export function childrenIn(search: Pick<LabelSearch, 'space' | 'labels' | 'floor'>): ChildrenOf {
  const generators = generatorsOf(search);
  return generators.arePrime ? byRemoval(generators) : byEnumeration(search);
}

/** Between a down-set and itself less one of its highest members there is no other down-set. */
export function byRemoval(generators: Generators): ChildrenOf {
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
}: Pick<LabelSearch, 'space' | 'labels' | 'floor'>): ChildrenOf {
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
