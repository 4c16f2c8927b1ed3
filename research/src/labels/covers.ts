/** A document as what it tells. */
export interface Telling {
  readonly id: string;
  readonly facts: readonly string[];
}

/**
 * All minimal sets of documents that together tell every needed fact, by increasing size. Each
 * fact chooses one of its documents, so that the work is the product of how often each is told.
 */
export function minimalCovers(
  documents: readonly Telling[],
  needs: readonly string[],
): readonly (readonly string[])[] {
  let covers: readonly ReadonlySet<string>[] = [new Set()];
  for (const fact of needs) {
    const tellers = documents.filter(({ facts }) => facts.includes(fact));
    covers = covers.flatMap((cover) => tellers.map(({ id }) => new Set([...cover, id])));
  }
  const minimal: ReadonlySet<string>[] = [];
  for (const cover of covers.toSorted((a, b) => a.size - b.size)) {
    if (!minimal.some((smaller) => [...smaller].every((id) => cover.has(id)))) minimal.push(cover);
  }
  return minimal.map((cover) => [...cover]);
}
