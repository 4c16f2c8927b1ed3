/** What an `InternTable` needs of a `WeakRef`. */
export interface Weak<Value> {
  readonly deref: () => Value | undefined;
}

/**
 * Holds one object per key for as long as anyone else holds it. Keys of objects that are gone are
 * swept when the table has doubled, so it stays within twice what is alive.
 */
export class InternTable<Value extends WeakKey> {
  readonly #weak: (value: Value) => Weak<Value>;
  readonly #entries = new Map<string, Weak<Value>>();
  readonly #sweepAtMin: number;
  #sweepAt: number;

  constructor({
    sweepAt,
    weak = (value) => new WeakRef(value),
  }: {
    readonly sweepAt: number;
    readonly weak?: (value: Value) => Weak<Value>;
  }) {
    this.#sweepAtMin = sweepAt;
    this.#sweepAt = sweepAt;
    this.#weak = weak;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.deref();
  }

  set(key: string, value: Value): void {
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    this.#entries.set(key, this.#weak(value));
  }

  #sweep(): void {
    for (const [key, held] of this.#entries) {
      if (held.deref() === undefined) this.#entries.delete(key);
    }
    this.#sweepAt = Math.max(this.#sweepAtMin, this.#entries.size * 2);
  }
}
