import { limits } from '../../limits.ts';

/** What is smaller is served in one turn of the loop or in few. */
export function isLarge(size: number): boolean {
  return size > limits.smallBodyBytesMax;
}

/** UTF-16 units or bytes that are written or read in one turn of the loop: some milliseconds. */
const unitsPerTurn = 131_072;

/** Counts the work of one who goes through something long, in turns: what is short is one turn. */
export class Pace {
  #left: number = limits.smallBodyBytesMax;

  /** Whether others are to have their turn now: asked again, a new one has begun. */
  isDue(units: number): boolean {
    this.#left -= units;
    if (this.#left > 0) return false;
    this.#left = unitsPerTurn;
    return true;
  }
}
