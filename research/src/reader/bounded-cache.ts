/** A memory of pure results that is emptied when its keys hold more characters than it may. */
export class BoundedCache<Value> {
  readonly #values: Map<string, Value> = new Map();
  readonly #charactersMax: number;
  #characters = 0;

  constructor({ charactersMax }: { readonly charactersMax: number }) {
    this.#charactersMax = charactersMax;
  }

  /** The value of a key, computed where it is not remembered: `compute` must be pure. */
  of(key: string, compute: (key: string) => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (this.#characters + key.length > this.#charactersMax) {
      this.#values.clear();
      this.#characters = 0;
    }
    this.#characters += key.length;
    this.#values.set(key, value);
    return value;
  }
}
