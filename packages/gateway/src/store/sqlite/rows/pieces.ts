import { ownTurn } from '@sluice/core';
import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { storeLimits } from '../../limits.ts';
import { type Bound, seal, unseal, type OpenRun } from '../../sealed/seal.ts';
import type { RunChange } from '../../store.ts';
import { lengthOf, type Text, packEntries, packEvents } from '../../packed.ts';
import type { Context } from '../context.ts';
import type { Database } from '../connection/database.ts';
import type { RunRows } from './run-rows.ts';
import type { PiecesTable } from './tables.ts';

/** Stores the pieces of what is long in a change. */
export type Stage = (change: RunChange) => Promise<Staged>;

/** The text itself, where it is not a reference. Throws where a piece is gone or another's. */
export type WholeText = (run: OpenRun, text: string) => Parts<string>;

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

/** No packed texts begin with it. */
const mark = '\0pieces:';

const shape = z.strictObject({
  /** Ties the pieces to this reference. */
  of: z.string(),
  ids: z.array(z.int()),
  /** SHA-256 of the text: with the reference, the chain of events covers it. */
  hash: z.string(),
});

type Holds = PiecesTable['holds'];

interface PieceOwner {
  readonly tenant: string;
  readonly run: string;
  readonly atMs: number;
  readonly holds: Holds;
  /** Told of each piece that is stored. */
  readonly stored: (id: number) => void;
}

export function staging(context: Context, runs: RunRows): Stage {
  const { database, keys, writer, checkpointer, recordOf } = context;
  const { insert, drop } = statements(database);
  /** Each piece is a transaction of its own, between which other changes are made. */
  const stage = async (
    texts: readonly string[],
    { tenant, run: name, ...place }: PieceOwner,
  ): Promise<string> => {
    const of = randomUUID();
    const hash = createHash('sha256');
    const ids: number[] = [];
    for (const piece of piecesOf(texts)) {
      hash.update(piece);
      const { id, bytes } = await writer.write(() => {
        const run = runs.obtain(tenant, name);
        const body = seal(run.key, piece, boundOf(run, { of, index: ids.length }));
        const { holds, atMs } = place;
        const row = insert.first({ run: run.id, holds, atMs, body });
        return { id: row?.id ?? 0, bytes: body.length };
      });
      ids.push(id);
      place.stored(id);
      await checkpointer.wrote(bytes);
      await ownTurn();
    }
    return `${mark}${JSON.stringify({ of, ids, hash: hash.digest('hex') })}`;
  };
  return async (change) => {
    const { tenant, run, atMs, entries } = change;
    const ids: number[] = [];
    const place = { tenant, run, atMs, stored: (id: number) => void ids.push(id) };
    const undo = async (): Promise<void> => {
      for (const id of ids) await writer.write(() => drop.run({ id }));
    };
    const staged = async (holds: Holds, texts: readonly string[]): Promise<string> =>
      isLong(texts) ? stage(texts, { ...place, holds }) : texts.join('');
    const mode = recordOf(tenant);
    const hashOf = (payload: Text): string => keys.recordHash(tenant, payload);
    try {
      const packedEntries = await staged('state', packEntries(entries));
      const packedEvents = await staged('events', packEvents(change.events, { mode, hashOf }));
      return { packed: { packedEntries, packedEvents }, undo };
    } catch (cause) {
      await undo().catch(() => {});
      throw cause;
    }
  };
}

/** Reads what `staging` wrote. */
export function wholeTexts(database: Database): WholeText {
  const { find } = statements(database);
  return function* whole(run, text) {
    if (!text.startsWith(mark)) return text;
    const { of, ids, hash } = shape.parse(JSON.parse(text.slice(mark.length)));
    const found = createHash('sha256');
    const pieces: string[] = [];
    for (const [index, id] of ids.entries()) {
      const body = find.first({ id })?.body;
      if (body === undefined) throw new Error('a piece is missing');
      const piece = unseal(run.key, body, boundOf(run, { of, index }));
      found.update(piece);
      pieces.push(piece.toString('utf8'));
      yield;
    }
    if (found.digest('hex') === hash) return pieces.join('');
    throw new Error('the pieces are not the text that they were made of');
  };
}

/** Any other change is made as it is. */
export function isLongChange({ entries, events }: RunChange): boolean {
  let units = 0;
  for (const { json } of entries) units += lengthOf(json);
  for (const { payload } of events) units += lengthOf(payload);
  return units > storeLimits.pieceUnitsMax;
}

function isLong(texts: readonly string[]): boolean {
  return lengthOf(texts) > storeLimits.pieceUnitsMax;
}

/** One text, which comes in any pieces, in those that are stored. */
function* piecesOf(texts: readonly string[]): Generator<string, void, void> {
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

function boundOf(
  { tenant, run }: OpenRun,
  { of, index }: { readonly of: string; readonly index: number },
): Bound {
  return ['piece', tenant, run, of, index];
}

function statements(database: Database) {
  type Inserted = { run: number; holds: Holds; atMs: number; body: Uint8Array };
  return {
    insert: database.prepare<Inserted>()((query, slot) =>
      query
        .insertInto('pieces')
        .values({
          run: slot('run'),
          holds: slot('holds'),
          atMs: slot('atMs'),
          body: slot('body'),
        })
        .returning('id'),
    ),
    find: database.prepare<{ id: number }>()((query, slot) =>
      query.selectFrom('pieces').select('body').where('id', '=', slot('id')),
    ),
    drop: database.prepare<{ id: number }>()((query, slot) =>
      query.deleteFrom('pieces').where('id', '=', slot('id')),
    ),
  };
}

/** Work that stops wherever others may go on. */
export type Parts<Result> = Generator<void, Result, void>;

/** Each part in a turn of its own. */
export async function inOwnTurns<Result>(work: Parts<Result>): Promise<Result> {
  for (let part = work.next(); ; part = work.next()) {
    if (part.done === true) return part.value;
    await ownTurn();
  }
}

/** All parts at once, where nothing may happen in between. */
export function atOnce<Result>(work: Parts<Result>): Result {
  for (let part = work.next(); ; part = work.next()) if (part.done === true) return part.value;
}
