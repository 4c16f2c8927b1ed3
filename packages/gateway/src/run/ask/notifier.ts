import { limits } from '../../limits.ts';

/** Wakes those who wait for an answer to a question, in this process. */
export class Notifier {
  readonly #waiting: Map<string, Set<() => void>> = new Map();
  /** Questions of clients that have gone. */
  readonly #left: Map<string, NodeJS.Timeout> = new Map();

  #rings = 0;

  /** Nobody is to wait any more: the process ends. */
  isClosed = false;

  /** How often anyone was rung for: to be read before a question is, and waited from. */
  get rings(): number {
    return this.#rings;
  }

  /** Wakes everyone, for good: what is not answered yet is answered later. */
  close(): void {
    this.isClosed = true;
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake();
    for (const question of this.#left.keys()) this.back(question);
  }

  /** The client that waited has gone: `withdraw` is called unless one comes back soon. */
  left(question: string, withdraw: () => void): void {
    this.back(question);
    if (this.isClosed) return;
    const timer = setTimeout(() => {
      this.#left.delete(question);
      withdraw();
    }, limits.clientGoneMsMax);
    this.#left.set(question, timer.unref());
  }

  /** A client has come for it. */
  back(question: string): void {
    clearTimeout(this.#left.get(question));
    this.#left.delete(question);
  }

  notify(question: string): void {
    this.#rings += 1;
    for (const wake of this.#waiting.get(question) ?? []) wake();
  }

  /**
   * Settles when the question is rung for, after `ms` milliseconds, or when `signal` aborts; at
   * once where anything was rung for after `since`, for it may have been this one.
   */
  async wait(
    question: string,
    { ms, since }: { readonly ms: number; readonly since: number },
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted || ms <= 0 || this.isClosed || this.#rings !== since) return;
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
