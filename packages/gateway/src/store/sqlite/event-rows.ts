import type { RecordMode, EventDraft } from '../store.ts';
import { digestOf, linkHash, noLink } from '../chain.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import { seal } from '../sealed/seal.ts';
import { packTexts } from '../sealed/texts.ts';
import type { Database } from './database.ts';
import type { OpenRun } from './run-rows.ts';
import type { EventRow } from './tables.ts';
import type { Tip } from './writer.ts';

/** Events of one run to append, in order. */
export interface NewEvents {
  readonly run: OpenRun;
  readonly atMs: number;
  readonly events: readonly EventDraft[];
}

/** Appends events to the chain. Within a change only: it moves the tip. */
export type Append = (tip: Tip, added: NewEvents) => void;

export interface EventRowsOptions {
  readonly keys: KeyRing;
  readonly recordOf: (tenant: string) => RecordMode;
}

/** Rows of events: the payloads that come together are sealed together, as one pack. */
export function appendEvents(database: Database, { keys, recordOf }: EventRowsOptions): Append {
  const insert = insertEvent(database);
  const insertPayload = database.prepare<{ pack: number; body: Uint8Array }>()((query, slot) =>
    query.insertInto('payloads').values({ pack: slot('pack'), body: slot('body') }),
  );
  return (tip, { run, atMs, events }) => {
    if (events.length === 0) return;
    const mode = recordOf(run.tenant);
    const pack = mode === 'none' ? null : tip.seq + 1;
    let digest = null;
    if (pack !== null) {
      const payloads = events.map(({ payload }) => payload);
      const body = sealed({ run, pack, texts: recorded(payloads, { keys, run, mode }) });
      insertPayload.run({ pack, body });
      digest = digestOf(body);
    }
    for (const { type, label, subject } of events) {
      const seq = tip.seq + 1;
      const clear = { seq, atMs, type, label, subject, mode, pack, digest };
      const hash = linkHash(tip.hash, { ...clear, tenant: run.tenant, run: run.run });
      insert.run({ ...clear, run: run.id, hash });
      tip.seq = seq;
      tip.hash = hash;
      digest = null;
    }
  };
}

function recorded(
  payloads: readonly string[],
  { keys, run, mode }: { keys: KeyRing; run: OpenRun; mode: RecordMode },
): readonly string[] {
  if (mode === 'full') return payloads;
  return payloads.map((payload) => keys.recordHash(run.tenant, payload));
}

function sealed(of: { run: OpenRun; pack: number; texts: readonly string[] }): Buffer {
  return seal(of.run.key, packTexts(of.texts), boundOfPack(of.run, of.pack));
}

/** What a pack of payloads belongs to. */
export function boundOfPack(
  { tenant, run }: { readonly tenant: string; readonly run: string },
  pack: number,
): readonly (string | number)[] {
  return ['payloads', tenant, run, pack];
}

function insertEvent(database: Database) {
  return database.prepare<EventRowValues>()((query, slot) =>
    query.insertInto('events').values({
      seq: slot('seq'),
      run: slot('run'),
      atMs: slot('atMs'),
      type: slot('type'),
      label: slot('label'),
      subject: slot('subject'),
      mode: slot('mode'),
      pack: slot('pack'),
      digest: slot('digest'),
      hash: slot('hash'),
    }),
  );
}

type EventRowValues = { readonly [Column in keyof EventRow]: EventRow[Column] };

/** Reads where the chain ends. */
export function tipReader(database: Database): () => Tip {
  const last = database.prepare<Readonly<Record<string, never>>>()((query) =>
    query.selectFrom('events').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1),
  );
  return () => {
    const { seq, hash } = last.first({}) ?? { seq: 0, hash: noLink };
    return { seq, hash };
  };
}
