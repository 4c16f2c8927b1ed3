/** Counts what each owner has open, so that nobody takes another's room. */
export class OpenByOwner {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  /** `max`: of one owner. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Gives what hands it back, once; `undefined` where the owner has no room left. */
  take(owner: string): (() => void) | undefined {
    const count = this.#counts.get(owner) ?? 0;
    if (count >= this.#max) return undefined;
    this.#counts.set(owner, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#release(owner);
      isOpen = false;
    };
  }

  #release(owner: string): void {
    const count = (this.#counts.get(owner) ?? 1) - 1;
    if (count === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, count);
  }
}
