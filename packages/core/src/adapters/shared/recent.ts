/** A map that forgets what was not used for longest, so that it holds at most `entriesMax`. */
export class Recent<Value> {
  readonly #entriesMax: number;
  readonly #entries: Map<string, Value> = new Map();

  constructor({ entriesMax }: { readonly entriesMax: number }) {
    this.#entriesMax = entriesMax;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#use(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#use(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  getOrMake(key: string, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make();
    this.#use(key, value);
    return value;
  }

  #use(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#entriesMax && oldest !== undefined) this.#entries.delete(oldest);
  }
}
