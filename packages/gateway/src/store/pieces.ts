import { createHash } from 'node:crypto';
import * as z from 'zod';
import { storeLimits } from './limits.ts';
import { lengthOf } from './packed.ts';
import type { Holds } from './queries/pieces.ts';
import type { Bound, OpenRun } from './sealed/seal.ts';
import type { RunChange } from './store.ts';

/** Stores the pieces of what is long in a change. */
export type Stage = (change: RunChange) => Promise<Staged>;

/** The texts of a change that are to be sealed, or references to their pieces. */
export interface Packed {
  readonly packedEntries?: string;
  readonly packedEvents?: string;
}

export interface Staged {
  readonly packed: Packed;
  /** Takes the pieces away again: the change was not made. */
  readonly undo: () => Promise<void>;
}

export interface PieceOwner {
  readonly tenant: string;
  readonly run: string;
  readonly atMs: number;
  readonly holds: Holds;
  /** Told of each piece that is stored. */
  readonly stored: (id: number) => void;
}

/** No packed texts begin with it. */
const mark = '\0pieces:';

const shape = z.strictObject({
  /** Ties the pieces to this reference. */
  of: z.string(),
  ids: z.array(z.int()),
  /** SHA-256 of the text: with the reference, the chain of events covers it. */
  hash: z.string(),
});

/** Stands in the place of a long text. */
type Reference = z.output<typeof shape>;

export function textOfReference(reference: Reference): string {
  return `${mark}${JSON.stringify(reference)}`;
}

/** `undefined`: the text stands for itself. Throws where it is neither. */
export function referenceIn(text: string): Reference | undefined {
  return text.startsWith(mark) ? shape.parse(JSON.parse(text.slice(mark.length))) : undefined;
}

/** The text of a reference, from its pieces in order. */
export class Joining {
  readonly #hash = createHash('sha256');
  readonly #pieces: string[] = [];

  add(piece: Buffer): void {
    this.#hash.update(piece);
    this.#pieces.push(piece.toString('utf8'));
  }

  /** Throws where the pieces are not the ones that the reference was made of. */
  textOf({ hash }: Reference): string {
    if (this.#hash.digest('hex') === hash) return this.#pieces.join('');
    throw new Error('the pieces are not the text that they were made of');
  }
}

/** A long change is staged in pieces first; any other is made as it is. */
export function committing(
  made: (change: RunChange & Packed) => Promise<void>,
  stage: (change: RunChange) => Promise<{ packed: Packed; undo: () => Promise<void> }>,
): (change: RunChange) => Promise<void> {
  return async (given) => {
    if (!isLongChange(given)) return await made(given);
    const { packed, undo } = await stage(given);
    try {
      return await made({ ...given, ...packed });
    } catch (cause) {
      // Pieces that stay behind where this fails too are taken away by retention.
      await undo().catch(() => {});
      throw cause;
    }
  };
}

function isLongChange({ entries, events }: RunChange): boolean {
  let units = 0;
  for (const { json } of entries) units += lengthOf(json);
  for (const { payload } of events) units += lengthOf(payload);
  return units > storeLimits.pieceUnitsMax;
}

export function isLong(texts: readonly string[]): boolean {
  return lengthOf(texts) > storeLimits.pieceUnitsMax;
}

/** One text, which comes in any pieces, in those that are stored. */
export function* piecesOf(texts: readonly string[]): Generator<string, void, void> {
  let piece = '';
  for (const text of texts) {
    for (let at = 0; at < text.length;) {
      const end = endOfPiece(text, { start: at, room: storeLimits.pieceUnitsMax - piece.length });
      piece += text.slice(at, end);
      at = end;
      if (at === text.length) break;
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** A character of two units is not cut in two. */
function endOfPiece(
  text: string,
  { start, room }: { readonly start: number; readonly room: number },
): number {
  const end = Math.min(start + room, text.length);
  const isCut = end < text.length && end > start && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isCut ? end - 1 : end;
}

export function boundOfPiece(
  { tenant, run }: OpenRun,
  { of, index }: { readonly of: string; readonly index: number },
): Bound {
  return ['piece', tenant, run, of, index];
}
