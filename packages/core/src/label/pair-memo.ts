interface Bounds<Answer> {
  readonly entriesMax: number;
  /** Bounds the text that keys and answers keep alive. */
  readonly charactersMax: number;
  /** How much text an answer keeps alive. */
  readonly charactersOf: (answer: Answer) => number;
}

/**
 * Remembers an answer for a pair of objects. Forgets everything when it holds too many answers, or
 * answers for too much text, so that a stream of new labels cannot fill the memory.
 */
export class PairMemo<Key extends { readonly text: string }, Answer> {
  readonly #rows = new Map<Key, Map<Key, Answer>>();
  readonly #bounds: Bounds<Answer>;
  #entries = 0;
  #characters = 0;

  constructor(bounds: Bounds<Answer>) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries;
  }

  get(a: Key, b: Key): Answer | undefined {
    return this.#rows.get(a)?.get(b);
  }

  /** Call it once for a pair, after `get` knew nothing. */
  set(a: Key, b: Key, answer: Answer): void {
    const { entriesMax, charactersMax, charactersOf } = this.#bounds;
    const characters = a.text.length + b.text.length + charactersOf(answer);
    if (this.#entries >= entriesMax || this.#characters + characters > charactersMax) this.clear();
    const row = this.#rows.get(a) ?? new Map<Key, Answer>();
    this.#rows.set(a, row.set(b, answer));
    this.#entries++;
    this.#characters += characters;
  }

  clear(): void {
    this.#rows.clear();
    this.#entries = 0;
    this.#characters = 0;
  }
}
