import { limits } from '../limits.ts';

/** There is more to compare than a step may cost: everything is relevant. */
export class TooMuchWork extends Error {}

/**
 * Counts what was looked at for one answer, about a character for each unit. Counted, never timed:
 * the same history and draft give the same answer on any machine, however busy it is.
 */
export class Work {
  readonly #max: number;
  #spent = 0;
  #slice = limits.workSliceMax;

  constructor(max: number = limits.tracedWorkMax) {
    this.#max = max;
  }

  /** How much was spent so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Call it before the work is done. Throws `TooMuchWork` above the limit. */
  spend(units: number): void {
    this.#spent += units;
    this.#slice -= units;
    if (this.#spent > this.#max) throw new TooMuchWork();
  }

  /** True if others should get their turn now: asked again, a new slice has begun. */
  get isDue(): boolean {
    if (this.#slice > 0) return false;
    this.#slice = limits.workSliceMax;
    return true;
  }
}

/** Work that stops, where `Work.isDue`, for others to get their turn. */
export type Slices<Result> = Generator<void, Result, void>;

/** Does the work at once where it is one slice, otherwise one slice in each turn of the loop. */
export function inTurns<Result>(
  slices: Slices<Result>,
  signal?: AbortSignal,
): Result | Promise<Result> {
  const first = slices.next();
  return first.done === true ? first.value : rest(slices, signal);
}

async function rest<Result>(slices: Slices<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await new Promise<void>(nextTurn);
    signal?.throwIfAborted();
    const next = slices.next();
    if (next.done === true) return next.value;
  }
}

/** Calls back in a turn of its own: promises alone would let no timer and no input through. */
function nextTurn(resume: () => void): void {
  // Timers wait for a millisecond at least, but browsers have nothing else.
  if (typeof setImmediate === 'function') setImmediate(resume);
  else setTimeout(resume, 0);
}

/** Does the work in one go, for what is known to be little. */
export function atOnce<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const next = slices.next();
    if (next.done === true) return next.value;
  }
}
