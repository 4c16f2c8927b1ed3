import { digestOf, itemsOf, linksOf, readItems } from './chain.ts';
import type { Tip } from './chain.ts';
import { runOf } from './ids.ts';
import { type Kept, keptAt, packEvents, type Text, unpackTexts } from './packed.ts';
import type { JoinedEvents } from './queries/events.ts';
import type { EventRow } from './queries/tables.ts';
import type { KeyRing } from './sealed/key-ring.ts';
import { opened, type OpenRun, seal, unseal } from './sealed/seal.ts';
import type { EventDraft, EventFilter, RecordMode, StoredEvent } from './store.ts';

/** Events of one run to append, in order. */
export interface NewEvents {
  readonly run: OpenRun;
  readonly atMs: number;
  readonly events: readonly EventDraft[];
  /** The text to seal, where it has been packed already. */
  readonly packed?: string | undefined;
}

export interface EventRowsOptions {
  readonly keys: KeyRing;
  readonly recordOf: (tenant: string) => RecordMode;
}

/** The rows that append events to the chain. */
export interface AppendedRows {
  readonly row: Readonly<EventRow>;
  /** Sealed; `undefined`: nothing is kept. */
  readonly body: Uint8Array | undefined;
  /** Ids by which the row is found, besides those that name its run. */
  readonly subjects: ReadonlySet<string>;
}

/**
 * Those that come together are one row, and what is kept of them is one seal. Moves the tip;
 * `undefined`: there are none.
 */
export function appended(
  tip: Tip,
  added: NewEvents,
  options: EventRowsOptions,
): AppendedRows | undefined {
  const { run, atMs, events } = added;
  if (events.length === 0) return undefined;
  const first = tip.seq + 1;
  const seq = tip.seq + events.length;
  const mode = options.recordOf(run.tenant);
  const body = mode === 'none' ? undefined : sealed(added, { first, mode, keys: options.keys });
  const digest = body === undefined ? null : digestOf(body);
  const clear = { seq, first, atMs, mode, digest };
  const { tenant, run: runName } = run;
  const links = linksOf({ ...clear, tenant, runName, items: events }, tip.hash);
  const hash = links.at(-1) ?? tip.hash;
  tip.seq = seq;
  tip.hash = hash;
  const row = { ...clear, run: run.id, items: itemsOf(events), hash };
  return { row, body, subjects: foundApart(run, events) };
}

function sealed(
  { run, events, packed }: NewEvents,
  { first, mode, keys }: { first: number; mode: RecordMode; keys: KeyRing },
): Uint8Array {
  const hashOf = (payload: Text): string => keys.recordHash(run.tenant, payload);
  const texts = packed ?? packEvents(events, { mode, hashOf }).join('');
  return seal(run.key, texts, boundOfPack(run, { pack: first, mode }));
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

/** The text that was sealed with a row. */
export function openedPack(row: JoinedEvents, run: OpenRun, body: Uint8Array): string {
  const { first, mode } = row;
  return unseal(run.key, body, boundOfPack(run, { pack: first, mode })).toString('utf8');
}

/** The stored parts of each event of a row. */
export function keptIn({ seq, first, mode }: JoinedEvents, text: string): readonly Kept[] {
  const texts = unpackTexts(text);
  return Array.from({ length: seq - first + 1 }, (_, index) => keptAt(texts, index, mode));
}

/** The events of a row; `before`: the link before it, not needed for a single one. */
export function eventsIn(
  row: JoinedEvents,
  { before, kept }: { readonly before: string; readonly kept: readonly Kept[] | undefined },
): readonly StoredEvent[] {
  const { first, tenant, runName: run, atMs } = row;
  const items = opened(() => readItems(row));
  const links = linksOf({ ...row, items }, before);
  return items.map(({ type, subject }, index) => {
    const seq = first + index;
    const hash = seq === row.seq ? row.hash : (links[index] ?? '');
    const { label, payload, payloadHash } = kept?.[index] ?? {};
    return { seq, tenant, run, atMs, type, label, subject, payload, payloadHash, hash };
  });
}

/** Those of the events of a row that match, in the order that is asked for. */
export function wantedOf(
  events: readonly StoredEvent[],
  { type, subject, after = 0, newest }: EventFilter,
): readonly StoredEvent[] {
  const wanted = events.filter(
    (event) =>
      event.seq > after &&
      (type === undefined || event.type === type) &&
      (subject === undefined || event.subject === subject),
  );
  return newest === true ? wanted.toReversed() : wanted;
}
