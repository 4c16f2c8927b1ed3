/** Turns a callback that receives text, and a promise, into an async sequence and its result. */
export class TextChannel<Result> {
  readonly result: Promise<Result>;
  readonly #waiting: string[] = [];
  #wake = (): void => {};
  #isDone = false;

  constructor(start: (onText: (delta: string) => void) => Promise<Result>) {
    const finish = (): void => {
      this.#isDone = true;
      this.#wake();
    };
    this.result = start((delta) => {
      this.#waiting.push(delta);
      this.#wake();
    });
    this.result.then(finish, finish);
  }

  /** Yields the text as it comes, until the result is there; `result` tells a failure. */
  async *deltas(): AsyncGenerator<string> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#isDone) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
