export interface QueueOptions {
  readonly signal: AbortSignal;
  /** The error of a call that is aborted. */
  readonly refuse: () => Error;
}

/** Runs what it is given one at a time, in the order given. */
export class Queue {
  #last: Promise<void> = Promise.resolve();

  /**
   * A call that is aborted while it waits never runs. One that is aborted while it runs fails at
   * once; the next waits until it has really ended, for there is one state that they share.
   */
  run<Result>(work: () => Promise<Result>, { signal, refuse }: QueueOptions): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const onAbort = (): void => reject(refuse());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const last = this.#last;
    this.#last = (async () => {
      await last;
      try {
        if (!signal.aborted) resolve(await work());
      } catch (error) {
        reject(error);
      }
      signal.removeEventListener('abort', onAbort);
    })();
    return promise;
  }
}
