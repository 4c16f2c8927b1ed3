/** Wakes those who wait for an answer to a question, in this process. */
export class Notifier {
  readonly #waiting: Map<string, Set<() => void>> = new Map();

  /** Nobody is to wait any more: the process ends. */
  isClosed = false;

  /** Wakes everyone, for good: what is not answered yet is answered later. */
  close(): void {
    this.isClosed = true;
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake();
  }

  notify(question: string): void {
    for (const wake of this.#waiting.get(question) ?? []) wake();
  }

  /** Settles when the question is rung for, after `ms` milliseconds, or when `signal` aborts. */
  async wait(question: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || ms <= 0 || this.isClosed) return;
    await new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(question) ?? new Set();
      this.#waiting.set(question, waiting);
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(question);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      waiting.add(done);
    });
  }
}
