import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EventFilter, StoredEvent } from '../store.ts';
import { digestOf, erasedSubject, erasedType, isOlder, linkHash, noLink } from '../chain.ts';
import { storeLimits } from '../limits.ts';
import type { Database, Prepared } from './database.ts';
import { type JoinedEvent, payloadReader, type PayloadReader } from './payloads.ts';
import type { RunRows } from './run-rows.ts';

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
  { tenant, run, subject, type, after, limit }: EventFilter,
): readonly StoredEvent[] {
  const query = joined(database)
    .$if(tenant !== undefined, (all) => all.where('runs.tenant', '=', tenant ?? ''))
    .$if(run !== undefined, (all) => all.where('runs.run', '=', run ?? ''))
    .$if(subject !== undefined, (all) =>
      // As it stands in the partial index, which is used for nothing else.
      all.where('events.subject', '=', subject ?? '').where(sql<boolean>`events.subject <> ''`),
    )
    .$if(type !== undefined, (all) => all.where('events.type', '=', type ?? ''))
    .$if(after !== undefined, (all) => all.where('events.seq', '>', after ?? 0))
    .limit(limit);
  const payloads = payloadReader(database, runs);
  return database.all(query).map((event) => storedEvent(event, payloads));
}

function storedEvent(event: JoinedEvent, payloads: PayloadReader): StoredEvent {
  const { seq, tenant, runName, atMs, type, subject, hash } = event;
  const { label, payload, payloadHash } = payloads.kept(event) ?? {};
  return {
    seq,
    tenant,
    run: runName,
    atMs,
    type,
    label,
    subject,
    payload,
    payloadHash,
    hash,
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
  const isSound = soundness(database, runs);
  let tip: Anchor = { seq: 0, hash: noLink };
  for (;;) {
    const slice = slices.all({ after: tip.seq, limit: storeLimits.rowsPerSliceMax });
    for (const event of slice) {
      const isAnchored = event.seq !== anchor?.seq || event.hash === anchor.hash;
      if (!isAnchored || !isSound(tip, event)) return { events: tip.seq, broken: tip.seq + 1 };
      tip = { seq: event.seq, hash: event.hash };
    }
    if (slice.length === 0) break;
    await turn();
  }
  const isShort = anchor !== undefined && anchor.seq > tip.seq;
  return { events: tip.seq, broken: isShort ? anchor.seq : undefined };
}

/** Whether an event is the one that was appended after the tip. */
function soundness(
  database: Database,
  runs: RunRows,
): (tip: Anchor, event: JoinedEvent) => boolean {
  const payloads = payloadReader(database, runs);
  const erasures = erasuresOf(database);
  return (tip, event) => {
    if (event.seq !== tip.seq + 1) return false;
    if (linkHash(tip.hash, { ...event, run: event.runName }) !== event.hash) return false;
    if (event.mode === 'none' || event.pack === null) return event.pack === event.digest;
    const body = payloads.sealed(event.pack);
    if (body === undefined || event.key === null) return wasErased(event, erasures);
    if (event.pack === event.seq && digestOf(body) !== event.digest) return false;
    try {
      return payloads.kept(event) !== undefined;
    } catch {
      return false;
    }
  };
}

interface Erasures {
  /** The erasure of this very run; it took its own payload along. */
  readonly ofRun: Prepared<{ run: number; seq: number }, { seq: number }>;
  /** Later erasures by age. */
  readonly byAge: Prepared<{ seq: number }, { subject: string }>;
}

function wasErased({ run, seq, atMs }: JoinedEvent, { ofRun, byAge }: Erasures): boolean {
  if (ofRun.first({ run, seq }) !== undefined) return true;
  return byAge.all({ seq }).some(({ subject }) => isOlder(atMs, subject));
}

function joined(database: Database) {
  return database.query
    .selectFrom('events')
    .innerJoin('runs', 'runs.id', 'events.run')
    .selectAll('events')
    .select(['runs.tenant', 'runs.run as runName', 'runs.key'])
    .orderBy('events.seq');
}

function slicesOf(database: Database): Prepared<{ after: number; limit: number }, JoinedEvent> {
  return database.prepare<{ after: number; limit: number }>()((_, slot) =>
    joined(database).where('events.seq', '>', slot('after')).limit(slot('limit')),
  );
}

function erasuresOf(database: Database): Erasures {
  // The type stands in the text of the query, or SQLite would not see that the index serves it.
  const type = sql.lit(erasedType);
  return {
    ofRun: database.prepare<{ run: number; seq: number }>()((query, slot) =>
      query
        .selectFrom('events')
        .select('seq')
        .where('type', '=', type)
        .where('run', '=', slot('run'))
        .where('subject', '=', erasedSubject.ofRun)
        .where('seq', '>=', slot('seq')),
    ),
    byAge: database.prepare<{ seq: number }>()((query, slot) =>
      query
        .selectFrom('events')
        .select('subject')
        .where('type', '=', type)
        .where('subject', '<>', erasedSubject.ofRun)
        .where('seq', '>', slot('seq')),
    ),
  };
}
