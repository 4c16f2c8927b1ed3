import { lengthOf, type Text } from '../store/packed.ts';

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

/** About what a run holds in memory: what was stored of it is what it knows. */
export class RunMemory {
  /** Told of how many bytes more it has become. */
  onGrown: ((bytes: number) => void) | undefined;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  set bytes(bytes: number) {
    this.onGrown?.(bytes - this.#bytes);
    this.#bytes = bytes;
  }
}

/** A text with one character beyond Latin-1 takes two bytes for each. */
const bytesPerUnit = 2;

/** About what a run holds in memory: what was stored of it is what it knows. */
export function bytesHeld(entries: readonly { readonly json: Text }[]): number {
  return bytesPerUnit * entries.reduce((sum, { json }) => sum + lengthOf(json), 0);
}
