import { randomUUID } from 'node:crypto';
import { createHash } from 'node:crypto';
import { ownTurn } from '@sluice/core';
import { openRun } from '../open-run.ts';
import { packEntries, packEvents, type Text, unpackEntries } from '../packed.ts';
import {
  boundOfPiece,
  isLong,
  type Packed,
  type PieceOwner,
  piecesOf,
  type Stage,
  textOfReference,
} from '../pieces.ts';
import { dropPiece, type Holds, insertPiece } from '../queries/pieces.ts';
import { insertQuestion } from '../queries/questions.ts';
import { findRun, insertHash } from '../queries/runs.ts';
import { entriesOf, headOf, insertEntries, upsertState } from '../queries/state.ts';
import { sealQuestion } from '../sealed/question.ts';
import { seal, unopened, unseal } from '../sealed/seal.ts';
import { boundOfEntries, boundOfHead, entryThere, isAscending, missing } from '../state.ts';
import type { RunChange, SavedRun } from '../store.ts';
import type { Session } from './connection/session.ts';
import type { Place, Transaction } from './connection/transaction.ts';
import type { Change } from './connection/writer.ts';
import type { Context } from './context.ts';
import { append, obtain, wholeText } from './rows.ts';

/** A change of a run, in a transaction that others share. */
export function changeOf(context: Context, change: RunChange & Packed): Change<void> {
  const { keys } = context;
  const { tenant, run: name, atMs } = change;
  const place = (transaction: Transaction): Promise<Place> =>
    obtain(transaction, keys, { tenant, run: name });
  return {
    read: place,
    make: async (transaction) => {
      const at = await place(transaction);
      const { run } = at;
      save(transaction, at, change);
      for (const hash of new Set(change.hashes)) {
        transaction.send(insertHash, { hash: keys.blind(tenant, hash), run: run.id });
      }
      for (const asked of change.questions) {
        const { id, callId, expiresMs } = asked;
        const row = { id, run: run.id, callId, expiresMs, askedMs: atMs };
        transaction.send(insertQuestion, { ...row, ...sealQuestion(asked, run) });
      }
      const { events, packedEvents: packed } = change;
      append(transaction, { run, atMs, events, packed }, context);
    },
  };
}

function save(transaction: Transaction, place: Place, change: RunChange & Packed): void {
  const { run } = place;
  const { atMs: changedMs, head: text, entries: added, packedEntries } = change;
  const ids = added.map(({ id }) => id);
  const id = ids.at(-1);
  if (!isAscending(place.last === undefined ? ids : [place.last, ...ids])) throw entryThere();
  place.count += added.length;
  place.last = id ?? place.last;
  const head = seal(run.key, text, boundOfHead(run, place.count));
  transaction.send(upsertState, { run: run.id, changedMs, count: place.count, head });
  if (id === undefined) return;
  const packed = packedEntries ?? packEntries(added).join('');
  const body = seal(run.key, packed, boundOfEntries(run, id));
  transaction.send(insertEntries, { run: run.id, id, body });
}

/** The working state of a run as it stands at the moment of the session. */
export async function loadRun(
  session: Session,
  { keys }: Context,
  name: { readonly tenant: string; readonly run: string },
): Promise<SavedRun | undefined> {
  const row = await session.first(findRun, name);
  const run = row === undefined ? undefined : openRun(keys, { ...row, ...name });
  if (run === undefined) return undefined;
  const [state, rows] = await Promise.all([
    session.first(headOf, { run: run.id }),
    session.all(entriesOf, { run: run.id }),
  ]);
  if (state === undefined) return undefined;
  try {
    const found: SavedRun['entries'][number][] = [];
    for (const { id, body } of rows) {
      const text = unseal(run.key, body, boundOfEntries(run, id)).toString('utf8');
      found.push(...unpackEntries(await wholeText(session, run, text)));
    }
    if (found.length !== state.count) throw missing();
    const text = unseal(run.key, state.head, boundOfHead(run, state.count)).toString('utf8');
    return { head: text, entries: found.toSorted((a, b) => a.id - b.id) };
  } catch (cause) {
    throw unopened(cause);
  }
}

/** Stores the pieces of long texts, each in a transaction of its own. */
export function staging({ keys, writer, recordOf }: Context): Stage {
  const drop = async (ids: readonly number[]): Promise<void> => {
    await writer.write(async (transaction) => {
      for (const id of ids) transaction.send(dropPiece, { id });
    });
  };
  const stage = async (texts: readonly string[], owner: PieceOwner): Promise<string> => {
    const { tenant, run: name, holds, atMs } = owner;
    const of = randomUUID();
    const hash = createHash('sha256');
    const ids: number[] = [];
    for (const piece of piecesOf(texts)) {
      hash.update(piece);
      const index = ids.length;
      const id = await writer.write(async (transaction) => {
        const { run } = await obtain(transaction, keys, { tenant, run: name });
        const body = seal(run.key, piece, boundOfPiece(run, { of, index }));
        const row = { run: run.id, holds, atMs, body };
        return (await transaction.session.first(insertPiece, row))?.id ?? 0;
      });
      ids.push(id);
      owner.stored(id);
      await ownTurn();
    }
    return textOfReference({ of, ids, hash: hash.digest('hex') });
  };
  return async (change) => {
    const { tenant, run, atMs, entries, events } = change;
    const ids: number[] = [];
    const place = { tenant, run, atMs, stored: (id: number) => void ids.push(id) };
    const staged = async (holds: Holds, texts: readonly string[]): Promise<string> =>
      isLong(texts) ? await stage(texts, { ...place, holds }) : texts.join('');
    const mode = recordOf(tenant);
    const hashOf = (payload: Text): string => keys.recordHash(tenant, payload);
    try {
      const packedEntries = await staged('state', packEntries(entries));
      const packedEvents = await staged('events', packEvents(events, { mode, hashOf }));
      return { packed: { packedEntries, packedEvents }, undo: async () => await drop(ids) };
    } catch (cause) {
      await drop(ids).catch(() => {});
      throw cause;
    }
  };
}
