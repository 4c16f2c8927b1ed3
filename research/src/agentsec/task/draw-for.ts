import { drawOf, type Draw } from '../../draw.ts';

/** Seeds that are far apart: the generator is given sums of them. */
const apart = 7919;

/** The random part of one task; the same for the same suite, seed and number. */
export function drawFor(suite: string, { seed, index }: TaskNumber): Draw {
  let hash = seed;
  for (const letter of suite) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return drawOf((hash + Math.imul(index + 1, apart)) | 0);
}

/** Which task of a suite. */
export interface TaskNumber {
  readonly seed: number;
  readonly index: number;
}

/** Six digits that name a task's secret: its number, and two that cannot be told from it. */
export function digitsOf(draw: Draw, index: number): string {
  return `${String(index % 10_000).padStart(4, '0')}${draw.below(10)}${draw.below(10)}`;
}

/** `instruction-0004`. */
export function idOf(suite: string, index: number): string {
  return `${suite}-${String(index).padStart(4, '0')}`;
}

/**
 * The numbers of the tasks below those of a suite whose kinds go round: another one for each, and
 * shifted by one from round to round, so that no kind meets the same form or wording each time.
 */
export function shifted(index: number, kinds: number): number {
  return index + Math.floor(index / kinds);
}

/** One of a list by its number, in turn. */
export function inTurn<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}
