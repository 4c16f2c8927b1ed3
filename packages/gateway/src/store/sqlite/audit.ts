import { setImmediate as turn } from 'node:timers/promises';
import { ChainCheck, type Anchor, type RowPayloads, type Verified } from '../chain-check.ts';
import { noLink } from '../chain.ts';
import { eventsIn, wantedOf } from '../event-rows.ts';
import { storeLimits } from '../limits.ts';
import {
  erasuresOfRun,
  eventSlices,
  type JoinedEvents,
  laterErasures,
  linkAt,
  matching,
} from '../queries/events.ts';
import type { EventFilter, StoredEvent } from '../store.ts';
import type { Database } from './connection/database.ts';
import { payloadReader } from './rows/event-rows.ts';
import type { RunRows } from './rows/run-rows.ts';

/** Events that match, in order, with the labels and payloads that can still be read. */
export function listEvents(
  database: Database,
  runs: RunRows,
  filter: EventFilter,
): readonly StoredEvent[] {
  // Each row holds an event that matches, but for one whose only such event comes before `after`.
  const rows = database.all(matching(database.query, filter).limit(filter.limit + 1));
  const eventsOf = eventReader(database, runs);
  return rows.flatMap((row) => wantedOf(eventsOf(row), filter)).slice(0, filter.limit);
}

/** Reads the events of a row: their links are computed from the row before. */
function eventReader(
  database: Database,
  runs: RunRows,
): (row: JoinedEvents) => readonly StoredEvent[] {
  const payloads = payloadReader(database, runs);
  const link = database.prepare(linkAt);
  return (row) => {
    const { first, seq } = row;
    const before = first === seq ? undefined : link.first({ seq: first - 1 })?.hash;
    return eventsIn(row, { before: before ?? noLink, kept: payloads.kept(row) });
  };
}

/** A slice at a time, in memory that does not grow with the chain; others go on in between. */
export async function verifyChain(
  database: Database,
  runs: RunRows,
  anchor: Anchor | undefined,
): Promise<Verified> {
  const slices = database.prepare(eventSlices);
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
  const ofRun = database.prepare(erasuresOfRun);
  const later = database.prepare(laterErasures);
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
