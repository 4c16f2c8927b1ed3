import { ownTurn } from '@sluice/core';
import { createHash, randomUUID } from 'node:crypto';
import { packEntries, packEvents, type Text } from '../../packed.ts';
import {
  boundOfPiece,
  isLong,
  Joining,
  type PieceOwner,
  piecesOf,
  referenceIn,
  type Stage,
  textOfReference,
} from '../../pieces.ts';
import { dropPiece, findPiece, type Holds, insertPiece } from '../../queries/pieces.ts';
import { type OpenRun, seal, unseal } from '../../sealed/seal.ts';
import type { Database } from '../connection/database.ts';
import type { Context } from '../context.ts';
import type { RunRows } from './run-rows.ts';

/** The text itself, where it is not a reference. Throws where a piece is gone or another's. */
export type WholeText = (run: OpenRun, text: string) => Parts<string>;

export function staging(context: Context, runs: RunRows): Stage {
  const { database, keys, writer, checkpointer, recordOf } = context;
  const insert = database.prepare(insertPiece);
  const drop = database.prepare(dropPiece);
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
        const body = seal(run.key, piece, boundOfPiece(run, { of, index: ids.length }));
        const { holds, atMs } = place;
        const row = insert.first({ run: run.id, holds, atMs, body });
        return { id: row?.id ?? 0, bytes: body.length };
      });
      ids.push(id);
      place.stored(id);
      await checkpointer.wrote(bytes);
      await ownTurn();
    }
    return textOfReference({ of, ids, hash: hash.digest('hex') });
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
  const find = database.prepare(findPiece);
  return function* whole(run, text) {
    const reference = referenceIn(text);
    if (reference === undefined) return text;
    const { of, ids } = reference;
    const joining = new Joining();
    for (const [index, id] of ids.entries()) {
      const body = find.first({ id })?.body;
      if (body === undefined) throw new Error('a piece is missing');
      joining.add(unseal(run.key, body, boundOfPiece(run, { of, index })));
      yield;
    }
    return joining.textOf(reference);
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
