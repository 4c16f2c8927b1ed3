/** How much may still be compared for a draft: a search cannot be interrupted from outside. */
export class Effort {
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  /** Whether so much more may be compared. */
  spend(comparisons: number): boolean {
    this.#left -= comparisons;
    return this.#left >= 0;
  }
}
