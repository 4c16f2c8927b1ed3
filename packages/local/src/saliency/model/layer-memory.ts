/** Keys and values of the positions that a layer was run on: rows of `width`, in order. */
export class LayerMemory {
  readonly width: number;
  #keys = new Float32Array();
  #values = new Float32Array();

  constructor(width: number) {
    this.width = width;
  }

  /** Views on the first `positions`; good until the next `put`. */
  first(positions: number): { readonly keys: Float32Array; readonly values: Float32Array } {
    const end = positions * this.width;
    return { keys: this.#keys.subarray(0, end), values: this.#values.subarray(0, end) };
  }

  /** Overwrites what is held from position `at` on. */
  put(at: number, { keys, values }: { keys: Float32Array; values: Float32Array }): void {
    const start = at * this.width;
    this.#keys = roomy(this.#keys, start + keys.length);
    this.#values = roomy(this.#values, start + values.length);
    this.#keys.set(keys, start);
    this.#values.set(values, start);
  }
}

/** Doubles, so that a history read turn by turn is not copied each time. */
function roomy(array: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Float32Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
