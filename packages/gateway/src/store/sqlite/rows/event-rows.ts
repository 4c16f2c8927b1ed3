import { digestOf, itemsOf, linksOf, noLink } from '../../chain.ts';
import { runOf } from '../../ids.ts';
import { type Kept, keptAt, packEvents, type Text, unpackTexts } from '../../packed.ts';
import type { KeyRing } from '../../sealed/key-ring.ts';
import { opened, type OpenRun, seal, unseal } from '../../sealed/seal.ts';
import type { EventDraft, RecordMode } from '../../store.ts';
import { type Database, one } from '../connection/database.ts';
import { atOnce, wholeTexts } from './pieces.ts';
import type { RunRows } from './run-rows.ts';
import type { EventRow } from './tables.ts';
import type { Tip } from '../connection/writer.ts';

/** Events of one run to append, in order. */
export interface NewEvents {
  readonly run: OpenRun;
  readonly atMs: number;
  readonly events: readonly EventDraft[];
  /** The text to seal, where it has been packed already. */
  readonly packed?: string | undefined;
}

/** Appends events to the chain. Within a change only: it moves the tip. */
export type Append = (tip: Tip, added: NewEvents) => void;

export interface EventRowsOptions {
  readonly keys: KeyRing;
  readonly recordOf: (tenant: string) => RecordMode;
}

/** Rows of events: those that come together are one row, and what is kept of them is one seal. */
export function appendEvents(database: Database, { keys, recordOf }: EventRowsOptions): Append {
  const insert = insertEvents(database);
  const insertSubject = database.prepare<{ subject: string; seq: number }>()((query, slot) =>
    query.insertInto('subjects').values({ subject: slot('subject'), seq: slot('seq') }),
  );
  const insertPayload = database.prepare<{ pack: number; body: Uint8Array }>()((query, slot) =>
    query.insertInto('payloads').values({ pack: slot('pack'), body: slot('body') }),
  );
  const sealed = ({ run, events, packed }: NewEvents, first: number): Sealed => {
    const mode = recordOf(run.tenant);
    if (mode === 'none') return { mode, digest: null };
    const hashOf = (payload: Text): string => keys.recordHash(run.tenant, payload);
    const texts = packed ?? packEvents(events, { mode, hashOf }).join('');
    const body = seal(run.key, texts, boundOfPack(run, { pack: first, mode }));
    insertPayload.run({ pack: first, body });
    return { mode, digest: digestOf(body) };
  };
  return (tip, added) => {
    const { run, atMs, events } = added;
    if (events.length === 0) return;
    const first = tip.seq + 1;
    const seq = tip.seq + events.length;
    const clear = { seq, first, atMs, ...sealed(added, first) };
    const { tenant, run: runName } = run;
    const links = linksOf({ ...clear, tenant, runName, items: events }, tip.hash);
    const hash = links.at(-1) ?? tip.hash;
    insert.run({ ...clear, run: run.id, items: itemsOf(events), hash });
    for (const subject of foundApart(run, events)) insertSubject.run({ subject, seq });
    tip.seq = seq;
    tip.hash = hash;
  };
}

interface Sealed {
  readonly mode: RecordMode;
  readonly digest: string | null;
}

/** Ids that name their run are found through it: an index of them would cost more than the rows. */
function foundApart({ run }: OpenRun, events: readonly EventDraft[]): ReadonlySet<string> {
  const subjects = new Set(events.map(({ subject }) => subject));
  for (const subject of subjects) {
    if (subject === '' || runOf(subject) === run) subjects.delete(subject);
  }
  return subjects;
}

/** The binding of a pack. The mode says how to read its texts. */
export function boundOfPack(
  { tenant, run }: { readonly tenant: string; readonly run: string },
  { pack, mode }: { readonly pack: number; readonly mode: RecordMode },
): readonly (string | number)[] {
  return ['payloads', tenant, run, pack, mode];
}

function insertEvents(database: Database) {
  return database.prepare<EventRowValues>()((query, slot) =>
    query.insertInto('events').values({
      seq: slot('seq'),
      first: slot('first'),
      run: slot('run'),
      atMs: slot('atMs'),
      items: slot('items'),
      mode: slot('mode'),
      digest: slot('digest'),
      hash: slot('hash'),
    }),
  );
}

type EventRowValues = { readonly [Column in keyof EventRow]: EventRow[Column] };

/** Reads where the chain ends. */
export function tipReader(database: Database): () => Tip {
  const last = database.prepare<Readonly<Record<string, never>>>()((query) =>
    query.selectFrom('events').select(['seq', 'hash']).orderBy('seq', 'desc').limit(one),
  );
  return () => {
    const { seq, hash } = last.first({}) ?? { seq: 0, hash: noLink };
    return { seq, hash };
  };
}

/** A row of events with its run's. */
export interface JoinedEvents extends EventRow {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

/** Reads the labels and payloads of a row's events. */
interface PayloadReader {
  /** The sealed bytes of a row; `undefined`: they were erased, or none were kept. */
  readonly sealed: (row: JoinedEvents) => Uint8Array | undefined;
  /** The stored parts of each event; `undefined`: see `sealed`. Throws `store-corrupt`. */
  readonly kept: (row: JoinedEvents) => readonly Kept[] | undefined;
}

export function payloadReader(database: Database, runs: RunRows): PayloadReader {
  const find = database.prepare<{ pack: number }>()((query, slot) =>
    query.selectFrom('payloads').select('body').where('pack', '=', slot('pack')),
  );
  const sealed = ({ first, digest }: JoinedEvents): Uint8Array | undefined =>
    digest === null ? undefined : find.first({ pack: first })?.body;
  const whole = wholeTexts(database);
  return {
    sealed,
    kept: (row) => {
      const { seq, first, mode } = row;
      const body = sealed(row);
      const run = runs.open({ ...row, id: row.run, run: row.runName });
      if (body === undefined || run === undefined) return undefined;
      return opened(() => {
        const bound = boundOfPack(run, { pack: first, mode });
        const text = unseal(run.key, body, bound).toString('utf8');
        const texts = unpackTexts(atOnce(whole(run, text)));
        return Array.from({ length: seq - first + 1 }, (_, index) => keptAt(texts, index, mode));
      });
    },
  };
}
