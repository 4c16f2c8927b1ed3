import { jsonPieces, ownTurn } from '@sluice/core';
import type { Text } from '../../store/packed.ts';
import type { Pace } from './pace.ts';

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
