import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { runOf } from '../ids.ts';
import {
  ChainCheck,
  type Anchor,
  type Erasure,
  type RowPayloads,
  type Verified,
} from '../chain-check.ts';
import { erasedType, itemText, linksOf, noLink, readItems } from '../chain.ts';
import { storeLimits } from '../limits.ts';
import type { EventFilter, StoredEvent } from '../store.ts';
import type { Database, Prepared } from './connection/database.ts';
import { type JoinedEvents, payloadReader } from './rows/event-rows.ts';
import { opened } from '../sealed/seal.ts';
import type { RunRows } from './rows/run-rows.ts';

/** Events that match, in order, with the labels and payloads that can still be read. */
export function listEvents(
  database: Database,
  runs: RunRows,
  filter: EventFilter,
): readonly StoredEvent[] {
  const { type, subject, after = 0, newest = false, limit } = filter;
  // Each row holds an event that matches, but for one whose only such event comes before `after`.
  const found = matching(database, filter);
  const ordered = newest ? found.clearOrderBy().orderBy('events.seq', 'desc') : found;
  const rows = database.all(ordered.limit(limit + 1));
  const eventsOf = eventReader(database, runs);
  const isWanted = (event: StoredEvent): boolean =>
    event.seq > after &&
    (type === undefined || event.type === type) &&
    (subject === undefined || event.subject === subject);
  const wantedOf = (row: JoinedEvents): readonly StoredEvent[] => {
    const wanted = eventsOf(row).filter(isWanted);
    return newest ? wanted.toReversed() : wanted;
  };
  return rows.flatMap(wantedOf).slice(0, limit);
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

/** A slice at a time, in memory that does not grow with the chain; others go on in between. */
export async function verifyChain(
  database: Database,
  runs: RunRows,
  anchor: Anchor | undefined,
): Promise<Verified> {
  const slices = slicesOf(database);
  const payloadsOf = rowPayloads(database, runs);
  const check = new ChainCheck(anchor);
  for (;;) {
    const slice = slices.all({ after: check.seq, limit: storeLimits.rowsPerSliceMax });
    for (const row of slice) {
      const broken = check.add(row, payloadsOf(row));
      if (broken !== undefined) return broken;
    }
    if (slice.length === 0) return check.end();
    await turn();
  }
}

function rowPayloads(database: Database, runs: RunRows): (row: JoinedEvents) => RowPayloads {
  const payloads = payloadReader(database, runs);
  const { ofRun, later } = erasuresOf(database);
  return (row) => {
    const { run, seq } = row;
    return {
      sealed: () => (row.key === null ? undefined : payloads.sealed(row)),
      opens: () => payloads.kept(row) !== undefined,
      erasuresOfRun: () => ofRun.all({ run, seq }),
      laterErasures: () => later.all({ seq }),
    };
  };
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

interface Erasures {
  readonly ofRun: Prepared<{ run: number; seq: number }, Erasure>;
  readonly later: Prepared<{ seq: number }, Erasure>;
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
