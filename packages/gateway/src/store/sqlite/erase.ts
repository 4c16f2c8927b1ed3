import { setImmediate as turn } from 'node:timers/promises';
import { erasedSubject, erasure } from '../chain.ts';
import { storeLimits } from '../limits.ts';
import { hashWindows } from '../queries/dropping.ts';
import type { Context } from './context.ts';
import { dropping } from './dropping.ts';
import type { Append } from './rows/event-rows.ts';
import type { RunRows } from './rows/run-rows.ts';
import { durably } from './connection/writer.ts';

export interface EraseParts {
  readonly runs: RunRows;
  readonly append: Append;
}

/** Erases by run and by age. */
export interface Eraser {
  readonly erase: (tenant: string, run: string, atMs: number) => Promise<boolean>;
  readonly retain: (limits: Retention) => Promise<{ states: number; erased: number }>;
}

export interface Retention {
  readonly atMs: number;
  readonly stateBeforeMs: number;
  readonly eventsBeforeMs: number;
}

/**
 * To erase a run is to destroy its key, and with it what the key had sealed; the links stay. The
 * pages that held the key are overwritten (`secure_delete`) and the write-ahead log is cut, so that
 * the database's files hold it no more. Copies made before, and blocks that a file system or a disk
 * kept, are out of reach.
 */
export function eraser(context: Context, { runs, append }: EraseParts): Eraser {
  const { database, keys, writer, checkpointer } = context;
  const drop = dropping(database);
  /** Runs that have lost their key, and of which it may still stand in a file. */
  const unfinished = new Set<number>();
  return {
    erase: async (tenant, name, atMs) => {
      // The run without a name is no run: it holds the tenant's events that belong to none.
      if (name === '') return false;
      const id = await writer.write((tip) => {
        const row = runs.find(tenant, name);
        const run = row === undefined ? undefined : runs.open(row);
        if (run === undefined) return row?.id;
        append(tip, { run, atMs, events: [erasure(erasedSubject.ofRun)] });
        drop.state(run.id);
        drop.payloadsOfRun.run({ run: run.id });
        drop.piecesOfRun.run({ run: run.id });
        drop.key.run({ run: run.id });
        unfinished.add(run.id);
        return run.id;
      }, durably);
      if (id === undefined) return false;
      keys.forget(id);
      await dropHashes(context);
      // INVARIANT (erased-when-cut): it is done only once its key is in no file. Whoever was told
      // that it failed asks again, and the rest is done here.
      await checkpointer.cut();
      return unfinished.delete(id);
    },
    retain: async (limits) => {
      const states = await dropStates(context, limits.stateBeforeMs);
      const erased = await dropPayloads(context, { append, runs, ...limits });
      if (states + erased > 0) await checkpointer.cut();
      return { states, erased };
    },
  };
}

/** A window of runs at a time, so that a request waits for one window at most. */
async function dropStates(context: Context, beforeMs: number): Promise<number> {
  const { database, writer } = context;
  const { newest, statesBefore, state, lostPiecesBefore } = dropping(database);
  const end = (newest.first({})?.id ?? 0) + 1;
  let dropped = 0;
  for (let from = 0; from < end; from += storeLimits.runsPerSliceMax) {
    const to = from + storeLimits.runsPerSliceMax;
    dropped += await writer.write(() => {
      const old = statesBefore.all({ from, to, beforeMs });
      for (const { run } of old) state(run);
      return old.length;
    });
    await turn();
  }
  const lost = await writer.write(() => lostPiecesBefore.run({ beforeMs }));
  if (dropped > 0) await dropHashes(context);
  return dropped + lost;
}

/**
 * Hashes are not found by run: an index for that would cost each request more than the rest of its
 * hashes. They say nothing without their run's state, and go one byte's worth at a time.
 */
async function dropHashes({ database, writer }: Context): Promise<void> {
  const { hashes } = dropping(database);
  for (const window of hashWindows()) await writer.write(() => hashes.run(window));
}

/** A window of events at a time. The first transaction that erases also tells of it. */
async function dropPayloads(
  { database, writer }: Context,
  { append, runs, atMs, eventsBeforeMs: beforeMs }: EraseParts & Retention,
): Promise<number> {
  const { oldest, payloadsBefore, eventPiecesBefore } = dropping(database);
  const end = writer.tip().seq + 1;
  let erased = 0;
  for (let from = oldest.first({})?.pack ?? end; from < end; from += storeLimits.rowsPerSliceMax) {
    const to = Math.min(from + storeLimits.rowsPerSliceMax, end);
    const before = erased;
    erased += await writer.write((tip) => {
      const gone = payloadsBefore.run({ from, to, beforeMs });
      const events = before === 0 && gone > 0 ? [erasure(erasedSubject.before(beforeMs))] : [];
      if (events.length > 0) append(tip, { run: runs.obtain('', ''), atMs, events });
      return gone;
    });
    await turn();
  }
  if (erased > 0) await writer.write(() => eventPiecesBefore.run({ beforeMs }));
  return erased;
}
