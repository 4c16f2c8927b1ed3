import { limits } from '../../limits.ts';

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

  /** How much may still be spent. */
  get left(): number {
    return this.#max - this.#spent;
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
