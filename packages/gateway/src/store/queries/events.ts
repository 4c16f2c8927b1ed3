import { sql } from 'kysely';
import { erasedType, itemText } from '../chain.ts';
import { runOf } from '../ids.ts';
import type { EventFilter } from '../store.ts';
import { type Nothing, one, type Queries, statement } from './statement.ts';
import type { EventRow } from './tables.ts';

/** A row of events with its run's. */
export interface JoinedEvents extends EventRow {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

export const insertEvents = statement<Readonly<EventRow>>()((query, slot) =>
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

export const insertSubject = statement<{ subject: string; seq: number }>()((query, slot) =>
  query.insertInto('subjects').values({ subject: slot('subject'), seq: slot('seq') }),
);

export const insertPayload = statement<{ pack: number; body: Uint8Array }>()((query, slot) =>
  query.insertInto('payloads').values({ pack: slot('pack'), body: slot('body') }),
);

/** Where the chain ends. */
export const newestLink = statement<Nothing>()((query) =>
  query.selectFrom('events').select(['seq', 'hash']).orderBy('seq', 'desc').limit(one),
);

export const linkAt = statement<{ seq: number }>()((query, slot) =>
  query.selectFrom('events').select('hash').where('seq', '=', slot('seq')),
);

export const payloadOf = statement<{ pack: number }>()((query, slot) =>
  query.selectFrom('payloads').select('body').where('pack', '=', slot('pack')),
);

export const eventSlices = statement<{ after: number; limit: number }>()((query, slot) =>
  joined(query).where('events.seq', '>', slot('after')).limit(slot('limit')),
);

/** The rows that may hold events that match, but for the bound on their number. */
export function matching(query: Queries, filter: EventFilter): ReturnType<typeof joined> {
  const { tenant, run, subject, type, after, newest = false } = filter;
  const item = itemText({ type, subject });
  // The rows of a run are links of the chain; where subjects are kept apart, a row can be taken.
  const isApart = subject !== undefined && run === undefined;
  const found = joined(query)
    .$if(tenant !== undefined, (all) => all.where('runs.tenant', '=', tenant ?? ''))
    .$if(run !== undefined, (all) => all.where('runs.run', '=', run ?? ''))
    .$if(isApart, (all) => all.where('events.seq', 'in', rowsAbout(query, subject ?? '')))
    .$if(item !== '', (all) => all.where(sql<boolean>`instr(events.items, ${item}) > 0`))
    .$if(after !== undefined, (all) => all.where('events.seq', '>', after ?? 0));
  return newest ? found.clearOrderBy().orderBy('events.seq', 'desc') : found;
}

/** Rows that may hold an event with this subject: those kept apart, and of the run it names. */
function rowsAbout(query: Queries, subject: string) {
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

function joined(query: Queries) {
  return query
    .selectFrom('events')
    .innerJoin('runs', 'runs.id', 'events.run')
    .selectAll('events')
    .select(['runs.tenant', 'runs.run as runName', 'runs.key'])
    .orderBy('events.seq');
}

// As it stands in the index, or a database would not see that the index serves it.
const erases = sql<boolean>`instr(items, ${sql.lit(itemText({ type: erasedType }))}) > 0`;

/** Those of a run from a row on. */
export const erasuresOfRun = statement<{ run: number; seq: number }>()((query, slot) =>
  query
    .selectFrom('events')
    .select(['seq', 'first', 'items'])
    .where(erases)
    .where('run', '=', slot('run'))
    .where('seq', '>=', slot('seq')),
);

export const laterErasures = statement<{ seq: number }>()((query, slot) =>
  query
    .selectFrom('events')
    .select(['seq', 'first', 'items'])
    .where(erases)
    .where('seq', '>', slot('seq')),
);
