import { noLink, type Tip } from '../../chain.ts';
import {
  appended,
  type EventRowsOptions,
  keptIn,
  type NewEvents,
  openedPack,
} from '../../event-rows.ts';
import type { Kept } from '../../packed.ts';
import {
  insertEvents,
  insertPayload,
  insertSubject,
  type JoinedEvents,
  newestLink,
  payloadOf,
} from '../../queries/events.ts';
import { opened } from '../../sealed/seal.ts';
import type { Database } from '../connection/database.ts';
import { atOnce, wholeTexts } from './pieces.ts';
import type { RunRows } from './run-rows.ts';

/** Appends events to the chain. Within a change only: it moves the tip. */
export type Append = (tip: Tip, added: NewEvents) => void;

export function appendEvents(database: Database, options: EventRowsOptions): Append {
  const insert = database.prepare(insertEvents);
  const addSubject = database.prepare(insertSubject);
  const addPayload = database.prepare(insertPayload);
  return (tip, added) => {
    const rows = appended(tip, added, options);
    if (rows === undefined) return;
    const { row, body, subjects } = rows;
    if (body !== undefined) addPayload.run({ pack: row.first, body });
    insert.run(row);
    for (const subject of subjects) addSubject.run({ subject, seq: row.seq });
  };
}

/** Reads where the chain ends. */
export function tipReader(database: Database): () => Tip {
  const last = database.prepare(newestLink);
  return () => {
    const { seq, hash } = last.first({}) ?? { seq: 0, hash: noLink };
    return { seq, hash };
  };
}

/** Reads the labels and payloads of a row's events. */
interface PayloadReader {
  /** The sealed bytes of a row; `undefined`: they were erased, or none were kept. */
  readonly sealed: (row: JoinedEvents) => Uint8Array | undefined;
  /** The stored parts of each event; `undefined`: see `sealed`. Throws `store-corrupt`. */
  readonly kept: (row: JoinedEvents) => readonly Kept[] | undefined;
}

export function payloadReader(database: Database, runs: RunRows): PayloadReader {
  const find = database.prepare(payloadOf);
  const sealed = ({ first, digest }: JoinedEvents): Uint8Array | undefined =>
    digest === null ? undefined : find.first({ pack: first })?.body;
  const whole = wholeTexts(database);
  return {
    sealed,
    kept: (row) => {
      const body = sealed(row);
      const run = runs.open({ ...row, id: row.run, run: row.runName });
      if (body === undefined || run === undefined) return undefined;
      return opened(() => keptIn(row, atOnce(whole(run, openedPack(row, run, body)))));
    },
  };
}
