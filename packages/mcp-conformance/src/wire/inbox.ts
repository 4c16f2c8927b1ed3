/** Keeps what arrived, in order, and hands it to whoever waits for it. */
export class Inbox<Item> {
  readonly all: Item[] = [];
  readonly #taken = new Set<Item>();
  #waiting: { matches: (item: Item) => boolean; resolve: (item: Item) => void }[] = [];

  put(item: Item): void {
    this.all.push(item);
    const waiter = this.#waiting.find(({ matches }) => matches(item));
    if (waiter === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    this.#taken.add(item);
    waiter.resolve(item);
  }

  /** The first item that matches and that nobody took, now or when it arrives. */
  take(matches: (item: Item) => boolean = () => true): Promise<Item> {
    const found = this.all.find((item) => !this.#taken.has(item) && matches(item));
    if (found !== undefined) {
      this.#taken.add(found);
      return Promise.resolve(found);
    }
    return new Promise((resolve) => {
      this.#waiting.push({ matches, resolve });
    });
  }
}
