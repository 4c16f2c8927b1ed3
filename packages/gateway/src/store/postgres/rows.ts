import { ownTurn } from '@sluice/core';
import { appended, eventsIn, keptIn, type NewEvents, openedPack, wantedOf } from '../event-rows.ts';
import { noLink } from '../chain.ts';
import { erased, openRun } from '../open-run.ts';
import type { Kept } from '../packed.ts';
import { boundOfPiece, Joining, referenceIn } from '../pieces.ts';
import {
  insertEvents,
  insertPayload,
  insertSubject,
  type JoinedEvents,
  linkAt,
  matching,
  payloadOf,
} from '../queries/events.ts';
import { findPiece } from '../queries/pieces.ts';
import { findRun, insertRun } from '../queries/runs.ts';
import { placeOf } from '../queries/state.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import { type OpenRun, unopened, unseal } from '../sealed/seal.ts';
import type { EventFilter, StoredEvent } from '../store.ts';
import type { Session } from './connection/session.ts';
import type { Place, Transaction } from './connection/transaction.ts';
import type { Context } from './context.ts';

/** Finds or makes a run. Throws `run-erased`. */
export async function obtain(
  transaction: Transaction,
  keys: KeyRing,
  name: { readonly tenant: string; readonly run: string },
): Promise<Place> {
  const at = JSON.stringify([name.tenant, name.run]);
  const known = transaction.places.get(at) ?? placeIn(transaction.session, keys, name);
  transaction.places.set(at, known);
  return await known;
}

async function placeIn(
  session: Session,
  keys: KeyRing,
  { tenant, run: name }: { readonly tenant: string; readonly run: string },
): Promise<Place> {
  const row = await session.first(findRun, { tenant, run: name });
  if (row === undefined) {
    const { wrapped, key } = keys.create(tenant, name);
    const made = await session.first(insertRun, { tenant, run: name, key: wrapped });
    if (made === undefined) throw new Error('an inserted row has an id');
    return { run: { id: made.id, tenant, run: name, key }, count: 0, last: undefined };
  }
  const run = openRun(keys, { ...row, tenant, run: name });
  if (run === undefined) throw erased();
  const place = await session.first(placeOf, { run: run.id });
  return { run, count: place?.count ?? 0, last: place?.last ?? undefined };
}

/** Appends events to the chain. */
export function append(transaction: Transaction, added: NewEvents, context: Context): void {
  const rows = appended(transaction.tip, added, context);
  if (rows === undefined) return;
  const { row, body, subjects } = rows;
  if (body !== undefined) transaction.send(insertPayload, { pack: row.first, body });
  transaction.send(insertEvents, row);
  for (const subject of subjects) transaction.send(insertSubject, { subject, seq: row.seq });
}

/** The text itself, where it is not a reference. Throws where a piece is gone or another's. */
export async function wholeText(session: Session, run: OpenRun, text: string): Promise<string> {
  const reference = referenceIn(text);
  if (reference === undefined) return text;
  const { of, ids } = reference;
  const joining = new Joining();
  for (const [index, id] of ids.entries()) {
    const piece = await session.first(findPiece, { id });
    if (piece === undefined) throw new Error('a piece is missing');
    joining.add(unseal(run.key, piece.body, boundOfPiece(run, { of, index })));
    await ownTurn();
  }
  return joining.textOf(reference);
}

/** The sealed bytes of a row; `undefined`: they were erased, or none were kept. */
export async function sealedOf(
  session: Session,
  { first, digest }: JoinedEvents,
): Promise<Uint8Array | undefined> {
  if (digest === null) return undefined;
  return (await session.first(payloadOf, { pack: first }))?.body;
}

/** A row of events, and the sealed bytes of what was kept of them. */
interface SealedEvents {
  readonly row: JoinedEvents;
  readonly body: Uint8Array | undefined;
}

/** The stored parts of each event; `undefined`: see `sealedOf`. Throws `store-corrupt`. */
export async function keptOf(
  session: Session,
  keys: KeyRing,
  { row, body }: SealedEvents,
): Promise<readonly Kept[] | undefined> {
  const run = openRun(keys, { ...row, id: row.run, run: row.runName });
  if (body === undefined || run === undefined) return undefined;
  try {
    return keptIn(row, await wholeText(session, run, openedPack(row, run, body)));
  } catch (cause) {
    throw unopened(cause);
  }
}

/** Events that match, in order, with the labels and payloads that can still be read. */
export async function listEvents(
  session: Session,
  keys: KeyRing,
  filter: EventFilter,
): Promise<readonly StoredEvent[]> {
  // Each row holds an event that matches, but for one whose only such event comes before `after`.
  const rows = await session.rows((query) => matching(query, filter).limit(filter.limit + 1));
  const events = await Promise.all(
    rows.map(async (row) => {
      const { first, seq } = row;
      const [body, before] = await Promise.all([
        sealedOf(session, row),
        first === seq ? undefined : session.first(linkAt, { seq: first - 1 }),
      ]);
      const kept = await keptOf(session, keys, { row, body });
      return wantedOf(eventsIn(row, { before: before?.hash ?? noLink, kept }), filter);
    }),
  );
  return events.flat().slice(0, filter.limit);
}
