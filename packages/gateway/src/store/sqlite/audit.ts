import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventFilter, StoredEvent } from '../store.ts';
import { runOf } from '../../run/ids.ts';
import { digestOf, erasedSubject, erasedType, isOlder, noLink } from '../chain.ts';
import { storeLimits } from '../limits.ts';
import type { Database, Prepared } from './database.ts';
import { itemText, linksOf, readItems } from './event-links.ts';
import { type JoinedEvents, payloadReader, type PayloadReader } from './payloads.ts';
import { opened, type RunRows } from './run-rows.ts';
import type { EventRow } from './tables.ts';

export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

export interface Verified {
  readonly events: number;
  readonly broken: number | undefined;
}

/** Events that match, in order, with the labels and payloads that can still be read. */
export function listEvents(
  database: Database,
  runs: RunRows,
  filter: EventFilter,
): readonly StoredEvent[] {
  const { type, subject, after = 0, limit } = filter;
  // Each row holds an event that matches, but for one whose only such event comes before `after`.
  const rows = database.all(matching(database, filter).limit(limit + 1));
  const eventsOf = eventReader(database, runs);
  const isWanted = (event: StoredEvent): boolean =>
    event.seq > after &&
    (type === undefined || event.type === type) &&
    (subject === undefined || event.subject === subject);
  return rows.flatMap((row) => eventsOf(row).filter(isWanted)).slice(0, limit);
}

function matching(
  database: Database,
  { tenant, run, subject, type, after }: EventFilter,
): ReturnType<typeof joined> {
  const item = itemText({ type, subject });
  // The rows of a run are links of the chain; where subjects are kept apart, a row can be taken.
  const isApart = subject !== undefined && run === undefined;
  return joined(database)
    .$if(tenant !== undefined, (all) => all.where('runs.tenant', '=', tenant ?? ''))
    .$if(run !== undefined, (all) => all.where('runs.run', '=', run ?? ''))
    .$if(isApart, (all) => all.where('events.seq', 'in', rowsAbout(database, subject ?? '')))
    .$if(item !== '', (all) => all.where(sql<boolean>`instr(events.items, ${item}) > 0`))
    .$if(after !== undefined, (all) => all.where('events.seq', '>', after ?? 0));
}

/** Rows that may hold an event with this subject: those kept apart, and of the run it names. */
function rowsAbout({ query }: Database, subject: string) {
  const apart = query.selectFrom('subjects').select('seq').where('subject', '=', subject);
  const run = runOf(subject);
  if (run === undefined) return apart;
  const ofRun = query
    .selectFrom('events')
    .innerJoin('runs', 'runs.id', 'events.run')
    .select('events.seq')
    .where('runs.run', '=', run);
  return apart.union(ofRun.where(sql<boolean>`instr(events.items, ${itemText({ subject })}) > 0`));
}

/** Reads the events of a row: their links are computed from the row before. */
function eventReader(
  database: Database,
  runs: RunRows,
): (row: JoinedEvents) => readonly StoredEvent[] {
  const payloads = payloadReader(database, runs);
  const linkAt = database.prepare<{ seq: number }>()((query, slot) =>
    query.selectFrom('events').select('hash').where('seq', '=', slot('seq')),
  );
  return (row) => {
    const { first, tenant, runName: run, atMs } = row;
    const items = opened(() => readItems(row));
    const before = items.length === 1 ? '' : linkAt.first({ seq: first - 1 })?.hash;
    const links = linksOf({ ...row, items }, before ?? noLink);
    const kept = payloads.kept(row);
    return items.map(({ type, subject }, index) => {
      const seq = first + index;
      const hash = seq === row.seq ? row.hash : (links[index] ?? '');
      const { label, payload, payloadHash } = kept?.[index] ?? {};
      return { seq, tenant, run, atMs, type, label, subject, payload, payloadHash, hash };
    });
  };
}

/**
 * Recomputes the chain a slice at a time, in memory that does not grow with it, and lets other work
 * go on between slices. A kept payload must also open; a missing one must have been erased.
 */
export async function verifyChain(
  database: Database,
  runs: RunRows,
  anchor: Anchor | undefined,
): Promise<Verified> {
  const slices = slicesOf(database);
  const linksAfter = soundness(database, runs);
  let tip: Anchor = { seq: 0, hash: noLink };
  for (;;) {
    const slice = slices.all({ after: tip.seq, limit: storeLimits.rowsPerSliceMax });
    for (const row of slice) {
      const broken = tip.seq + 1;
      const links = linksAfter(tip, row);
      if (links === undefined) return { events: tip.seq, broken };
      if (anchor !== undefined && !isAnchored(row, links, anchor)) {
        return { events: anchor.seq - 1, broken: anchor.seq };
      }
      tip = { seq: row.seq, hash: row.hash };
    }
    if (slice.length === 0) break;
    await turn();
  }
  const isShort = anchor !== undefined && anchor.seq > tip.seq;
  return { events: tip.seq, broken: isShort ? anchor.seq : undefined };
}

/** Whether the anchor is the link at its position, where that is in this row. */
function isAnchored({ first }: JoinedEvents, links: readonly string[], anchor: Anchor): boolean {
  const link = links[anchor.seq - first];
  return link === undefined || link === anchor.hash;
}

/** The links of a row where it is the one that was appended after the tip; `undefined`: not. */
function soundness(
  database: Database,
  runs: RunRows,
): (tip: Anchor, row: JoinedEvents) => readonly string[] | undefined {
  const payloads = payloadReader(database, runs);
  const erasures = erasuresOf(database);
  return (tip, row) => {
    if (row.first !== tip.seq + 1) return undefined;
    const links = linksIn(row, tip.hash);
    if (links === undefined || links.at(-1) !== row.hash) return undefined;
    return isKeptOrErased(row, { payloads, erasures }) ? links : undefined;
  };
}

function linksIn(row: JoinedEvents, before: string): readonly string[] | undefined {
  try {
    return linksOf({ ...row, items: readItems(row) }, before);
  } catch {
    return undefined;
  }
}

/** Whether what was sealed with a row opens, or was erased. What cannot be read says neither. */
function isKeptOrErased(
  row: JoinedEvents,
  { payloads, erasures }: { readonly payloads: PayloadReader; readonly erasures: Erasures },
): boolean {
  if (row.mode === 'none' || row.digest === null) return row.digest === null;
  try {
    const body = payloads.sealed(row);
    if (body === undefined || row.key === null) return wasErased(row, erasures);
    return digestOf(body) === row.digest && payloads.kept(row) !== undefined;
  } catch {
    return false;
  }
}

interface Erasures {
  /** Later erasures of this very run; one took its own payload along. */
  readonly ofRun: Prepared<{ run: number; seq: number }, Erasure>;
  /** Later erasures. */
  readonly later: Prepared<{ seq: number }, Erasure>;
}

type Erasure = Pick<EventRow, 'items' | 'seq' | 'first'>;

function wasErased({ run, seq, atMs }: JoinedEvents, { ofRun, later }: Erasures): boolean {
  if (ofRun.all({ run, seq }).some((row) => subjectsOf(row).includes(erasedSubject.ofRun))) {
    return true;
  }
  return later.all({ seq }).some((row) => subjectsOf(row).some((each) => isOlder(atMs, each)));
}

function subjectsOf(row: Erasure): readonly string[] {
  const erased = readItems(row).filter(({ type }) => type === erasedType);
  return erased.map(({ subject }) => subject);
}

function joined(database: Database) {
  return database.query
    .selectFrom('events')
    .innerJoin('runs', 'runs.id', 'events.run')
    .selectAll('events')
    .select(['runs.tenant', 'runs.run as runName', 'runs.key'])
    .orderBy('events.seq');
}

function slicesOf(database: Database): Prepared<{ after: number; limit: number }, JoinedEvents> {
  return database.prepare<{ after: number; limit: number }>()((_, slot) =>
    joined(database).where('events.seq', '>', slot('after')).limit(slot('limit')),
  );
}

function erasuresOf(database: Database): Erasures {
  // As it stands in the index, or SQLite would not see that the index serves it.
  const erases = sql<boolean>`instr(items, ${sql.lit(itemText({ type: erasedType }))}) > 0`;
  return {
    ofRun: database.prepare<{ run: number; seq: number }>()((query, slot) =>
      query
        .selectFrom('events')
        .select(['seq', 'first', 'items'])
        .where(erases)
        .where('run', '=', slot('run'))
        .where('seq', '>=', slot('seq')),
    ),
    later: database.prepare<{ seq: number }>()((query, slot) =>
      query
        .selectFrom('events')
        .select(['seq', 'first', 'items'])
        .where(erases)
        .where('seq', '>', slot('seq')),
    ),
  };
}
