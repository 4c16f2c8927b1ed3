import { jsonPieces, ownTurn } from '@sluice/core';
import { limits } from '../../limits.ts';
import type { Text } from '../../store/packed.ts';

/** True if a body needs more than a few turns of the loop. */
export function isLarge(size: number): boolean {
  return size > limits.smallBodyBytesMax;
}

/** UTF-16 units or bytes that are written or read in one turn of the loop: some milliseconds. */
const unitsPerTurn = 131_072;

/** Counts the work of one who goes through something long, in turns: what is short is one turn. */
export class Pace {
  #left: number = limits.smallBodyBytesMax;

  /** True if others are to have their turn now: asked again, a new one has begun. */
  isDue(units: number): boolean {
    this.#left -= units;
    if (this.#left > 0) return false;
    this.#left = unitsPerTurn;
    return true;
  }
}

/**
 * JSON text; of a long value in pieces, each written in a turn of its own. What is short is there
 * at once: most texts are, and a promise for each costs as much as some of them.
 */
export function jsonText(value: unknown, pace: Pace): Text | Promise<Text> {
  const pieces = jsonPieces(value);
  if ('next' in pieces) return inTurns(pieces, pace);
  const [text] = pieces;
  return pace.isDue(text.length) ? ownTurn().then(() => text) : text;
}

async function inTurns(pieces: Iterable<string>, pace: Pace): Promise<Text> {
  const written: string[] = [];
  for (const piece of pieces) {
    written.push(piece);
    if (pace.isDue(piece.length)) await ownTurn();
  }
  return written;
}
