/**
 * Remembers what was used last, up to a number of bytes. What alone is larger than that is
 * not kept.
 */
export class ByteCache<Value> {
  readonly #bytesMax: number;
  readonly #sizeOf: (value: Value) => number;
  /** In order of use, the longest unused first. */
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(options: { readonly bytesMax: number; readonly sizeOf: (value: Value) => number }) {
    this.#bytesMax = options.bytesMax;
    this.#sizeOf = options.sizeOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const value = this.#take(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#take(key);
    const bytes = this.#sizeOf(value);
    if (bytes > this.#bytesMax) return;
    for (const [oldest] of this.#values) {
      if (this.#bytes + bytes <= this.#bytesMax) break;
      this.#take(oldest);
    }
    this.#values.set(key, value);
    this.#bytes += bytes;
  }

  #take(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#bytes -= this.#sizeOf(value);
    return value;
  }
}
