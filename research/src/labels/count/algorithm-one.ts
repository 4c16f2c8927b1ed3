/** Which of `documents` documents suffice together, in sets of their numbers. */
export interface Sufficiency {
  readonly documents: number;
  readonly answerSets: readonly (readonly number[])[];
}

/**
 * How many contexts algorithm 1 of permissive propagation scores on the powerset of documents for a
 * model that is never wrong, each context once: the full one, and every one with a document less
 * than one that suffices. Computed, not scored: there are up to 2^documents.
 */
export function algorithmOneContexts({ documents, answerSets }: Sufficiency): number {
  const answers = answerSets.map((set) => set.reduce((mask, at) => mask + 2 ** at, 0));
  const suffices = (mask: number): boolean =>
    // Bits alone: at most 2^30 contexts are counted.
    answers.some((answer) => (mask & answer) === answer);
  let scored = 1;
  for (let mask = 0; mask < 2 ** documents - 1; mask += 1) {
    if (isBelow(mask, { documents, suffices })) scored += 1;
  }
  return scored;
}

interface Below {
  readonly documents: number;
  readonly suffices: (mask: number) => boolean;
}

/** Whether it is a child of a context that suffices, which is when it is looked at. */
function isBelow(mask: number, { documents, suffices }: Below): boolean {
  for (let at = 0; at < documents; at += 1) {
    if ((mask & (1 << at)) === 0 && suffices(mask | (1 << at))) return true;
  }
  return false;
}
