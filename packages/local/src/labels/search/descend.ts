import type { Label } from '@sluice/core';
import { childrenIn } from './children.ts';
import { fullLabel, isSimilar, minimalOnly, type Search } from './search.ts';

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
