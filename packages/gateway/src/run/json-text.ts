import { jsonPieces } from '@sluice/core';
import type { Text } from '../store/text.ts';
import { ownTurn, type Pace } from './let-others.ts';

/** JSON text; of a long value in pieces, each written in a turn of its own. */
export async function jsonText(value: unknown, pace: Pace): Promise<Text> {
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(piece);
    if (pace.isDue(piece.length)) await ownTurn();
  }
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : pieces;
}
