import type { RecordMode, EventDraft } from '../store.ts';
import { digestOf, linkHash, noLink } from '../chain.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import { seal } from '../sealed/seal.ts';
import { packTexts } from '../sealed/texts.ts';
import type { Database } from './database.ts';
import { keptTexts } from './kept.ts';
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

/** Rows of events: what is kept of those that come together is sealed together, as one pack. */
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
      const hashOf = (payload: string): string => keys.recordHash(run.tenant, payload);
      const texts = keptTexts(events, { mode, hashOf });
      const body = seal(run.key, packTexts(texts), boundOfPack(run, { pack, mode }));
      insertPayload.run({ pack, body });
      digest = digestOf(body);
    }
    for (const { type, subject } of events) {
      const seq = tip.seq + 1;
      const clear = { seq, atMs, type, subject, mode, pack, digest };
      const hash = linkHash(tip.hash, { ...clear, tenant: run.tenant, run: run.run });
      insert.run({ ...clear, run: run.id, hash });
      tip.seq = seq;
      tip.hash = hash;
      digest = null;
    }
  };
}

/** What a pack belongs to. The mode says how its texts are to be read. */
export function boundOfPack(
  { tenant, run }: { readonly tenant: string; readonly run: string },
  { pack, mode }: { readonly pack: number; readonly mode: RecordMode },
): readonly (string | number)[] {
  return ['payloads', tenant, run, pack, mode];
}

function insertEvent(database: Database) {
  return database.prepare<EventRowValues>()((query, slot) =>
    query.insertInto('events').values({
      seq: slot('seq'),
      run: slot('run'),
      atMs: slot('atMs'),
      type: slot('type'),
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
