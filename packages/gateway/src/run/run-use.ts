/**
 * Counts those who are served in a run, or are about to be: while there is one, it stays in memory.
 */
export class RunUse {
  #turns = 0;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** Turns and changes that wait or run. */
  get turns(): number {
    return this.#turns;
  }

  get isIdle(): boolean {
    return this.#turns + this.#taken === 0;
  }

  /** A request is about to be served in it, until `release`. */
  take(): void {
    this.#taken += 1;
  }

  release(): void {
    this.#taken -= 1;
    this.#wake();
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#turns += 1;
    try {
      return await work();
    } finally {
      this.#turns -= 1;
      this.#wake();
    }
  }

  /** Resolves when it was idle; by the time that this is seen, somebody may have come again. */
  async left(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  #wake(): void {
    if (this.isIdle) for (const goOn of this.#waiting.splice(0)) goOn();
  }
}
