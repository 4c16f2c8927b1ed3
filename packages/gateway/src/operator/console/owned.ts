interface OfSomebody {
  readonly secretHash: string;
}

/** Things by their key, so many of each operator: a new one takes no other operator's place. */
export class Owned<Item extends OfSomebody> {
  /** The one that was used last stands at the end. */
  readonly #items = new Map<string, Item>();
  readonly #max: number;

  /** `max`: of one operator. */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): Item | undefined {
    const found = this.take(key);
    if (found !== undefined) this.#items.set(key, found);
    return found;
  }

  /** Removes entries that are over, and the owner's least used ones if there are too many. */
  add(key: string, item: Item, isOver: (item: Item) => boolean): void {
    for (const [at, each] of this.#items) if (isOver(each)) this.#items.delete(at);
    const own = [...this.#items].filter(([, each]) => each.secretHash === item.secretHash);
    const [least] = own;
    if (least !== undefined && own.length >= this.#max) this.#items.delete(least[0]);
    this.#items.set(key, item);
  }

  /** Gives it and keeps it no longer. */
  take(key: string): Item | undefined {
    const found = this.#items.get(key);
    this.#items.delete(key);
    return found;
  }
}
