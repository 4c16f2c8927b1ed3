import { erasedSubject, erasure } from '../chain.ts';
import { storeLimits } from '../limits.ts';
import { openRun } from '../open-run.ts';
import * as drop from '../queries/dropping.ts';
import { newestLink } from '../queries/events.ts';
import { findRun } from '../queries/runs.ts';
import type { EventLog } from '../store.ts';
import type { Transaction } from './connection/transaction.ts';
import type { Context } from './context.ts';
import { append, obtain } from './rows.ts';

type Retention = Parameters<EventLog['retain']>[0];

/**
 * To erase a run is to destroy its key; the links stay. The row that held the wrapped key, and what
 * it had sealed, are dead rows of the server until it vacuums them, and stand in its log and in its
 * backups: docs/service.md.
 */
export function eraser(context: Context): Pick<EventLog, 'erase' | 'retain'> {
  const { keys, writer } = context;
  return {
    erase: async (tenant, name, atMs) => {
      // The run without a name is no run: it holds the tenant's events that belong to none.
      if (name === '') return false;
      const id = await writer.write(async (transaction) => {
        const row = await transaction.session.first(findRun, { tenant, run: name });
        const run = row === undefined ? undefined : openRun(keys, { ...row, tenant, run: name });
        if (run === undefined) return undefined;
        append(transaction, { run, atMs, events: [erasure(erasedSubject.ofRun)] }, context);
        dropState(transaction, run.id);
        transaction.send(drop.dropPayloadsOfRun, { run: run.id });
        transaction.send(drop.dropPiecesOfRun, { run: run.id });
        transaction.send(drop.dropKey, { run: run.id });
        return run.id;
      });
      if (id === undefined) return false;
      keys.forget(id);
      await dropHashes(context);
      return true;
    },
    retain: async (limits) => {
      const states = await dropStates(context, limits.stateBeforeMs);
      return { states, erased: await dropPayloads(context, limits) };
    },
  };
}

function dropState(transaction: Transaction, run: number): void {
  for (const statement of drop.dropState) transaction.send(statement, { run });
}

/** A window of runs at a time, so that a request waits for one window at most. */
async function dropStates({ writer, ...context }: Context, beforeMs: number): Promise<number> {
  const newest = await context.database.read(
    async (session) => await session.first(drop.newestRun, {}),
  );
  const end = (newest?.id ?? 0) + 1;
  let dropped = 0;
  for (let from = 0; from < end; from += storeLimits.runsPerSliceMax) {
    const to = from + storeLimits.runsPerSliceMax;
    dropped += await writer.write(async (transaction) => {
      const old = await transaction.session.all(drop.statesBefore, { from, to, beforeMs });
      for (const { run } of old) dropState(transaction, run);
      return old.length;
    });
  }
  const lost = await writer.write(
    async ({ session }) => await session.run(drop.dropLostPiecesBefore, { beforeMs }),
  );
  if (dropped > 0) await dropHashes({ writer, ...context });
  return dropped + lost;
}

async function dropHashes({ writer }: Context): Promise<void> {
  for (const window of drop.hashWindows()) {
    await writer.write(async (transaction) => transaction.send(drop.dropHashes, window));
  }
}

/** A window of events at a time. The first transaction that erases also tells of it. */
async function dropPayloads(
  context: Context,
  { atMs, eventsBeforeMs: beforeMs }: Retention,
): Promise<number> {
  const { database, writer, keys } = context;
  const [oldest, newest] = await database.read(
    async (session) =>
      await Promise.all([session.first(drop.oldestPayload, {}), session.first(newestLink, {})]),
  );
  const end = (newest?.seq ?? 0) + 1;
  let erased = 0;
  for (let from = oldest?.pack ?? end; from < end; from += storeLimits.rowsPerSliceMax) {
    const to = Math.min(from + storeLimits.rowsPerSliceMax, end);
    const isTold = erased > 0;
    erased += await writer.write(async (transaction) => {
      const window = { from, to, beforeMs };
      const gone = await transaction.session.run(drop.dropPayloadsBefore, window);
      if (gone === 0 || isTold) return gone;
      const { run } = await obtain(transaction, keys, { tenant: '', run: '' });
      const events = [erasure(erasedSubject.before(beforeMs))];
      append(transaction, { run, atMs, events }, context);
      return gone;
    });
  }
  if (erased === 0) return 0;
  await writer.write(
    async ({ session }) => await session.run(drop.dropEventPiecesBefore, { beforeMs }),
  );
  return erased;
}
