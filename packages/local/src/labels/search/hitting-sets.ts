/**
 * The minimal hitting sets of a growing family of sets, kept as the family grows (Berge): each new
 * set is hit already, or is hit by adding one of its members; of the results, those that hold
 * another one are dropped.
 */
export class HittingSets<Item> {
  #minimal: readonly ReadonlySet<Item>[] = [new Set()];

  /** The empty set alone where there are no sets; none where one of them is empty. */
  get minimal(): readonly ReadonlySet<Item>[] {
    return this.#minimal;
  }

  add(set: readonly Item[]): void {
    const hits = this.#minimal.filter((hitting) => set.some((item) => hitting.has(item)));
    const misses = this.#minimal.filter((hitting) => !hits.includes(hitting));
    const grown = misses.flatMap((hitting) => set.map((item) => new Set([...hitting, item])));
    // One that hit already is minimal still; one that grew is, unless it holds such a one. Two
    // that grew from different sets by different items can hold each other only if equal.
    this.#minimal = [...hits, ...grown.filter((each) => !hits.some((hit) => isIn(hit, each)))];
  }
}

function isIn<Item>(part: ReadonlySet<Item>, whole: ReadonlySet<Item>): boolean {
  return [...part].every((item) => whole.has(item));
}
