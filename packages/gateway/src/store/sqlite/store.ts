import type { RecordMode, Store } from '../store.ts';
import { KeyRing } from '../sealed/key-ring.ts';
import { masterKey, type MasterKeySource } from '../sealed/master-key.ts';
import { listEvents, verifyChain } from './audit.ts';
import { Checkpointer } from './checkpointer.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { credentialStore } from './credentials.ts';
import type { Database } from './database.ts';
import { eraser } from './erase.ts';
import { type Append, appendEvents, tipReader } from './event-rows.ts';
import { knownHashes } from './known-hashes.ts';
import { questionRows } from './question-rows.ts';
import { questionStore } from './questions.ts';
import { type RunRows, runRows } from './run-rows.ts';
import { workingState } from './working-state.ts';
import { type Durability, Writer } from './writer.ts';

export interface SqliteStoreOptions {
  readonly file: string;
  /** By default a file beside the database, `<file>.key`, made with it. */
  readonly masterKey?: MasterKeySource | undefined;
  readonly durability: Durability;
  /** How much is kept of the payloads of a tenant's events from now on. */
  readonly recordOf: (tenant: string) => RecordMode;
}

/**
 * A store in a SQLite database, made where there is none. Throws `StoreError` where the file or its
 * key cannot be used as they are.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, durability, recordOf } = options;
  const { database, isNew } = await connect(file);
  try {
    const source = options.masterKey ?? { kind: 'file', file: `${file}.key` };
    const keys = new KeyRing(masterKey(source, { isNew }));
    proveKey(database, keys);
    const checkpointer = new Checkpointer(file);
    const onCommitted = (changes: number): void => checkpointer.committed(changes);
    const readTip = tipReader(database);
    const writer = new Writer(database, { readTip, durability, onCommitted });
    return storeOver({ database, keys, writer, checkpointer, recordOf });
  } catch (cause) {
    database.raw.close();
    throw cause;
  }
}

/** The first to come leaves the proof of the key; everyone after must pass it. */
function proveKey(database: Database, keys: KeyRing): void {
  const name = 'master-key';
  const add = database.query
    .insertInto('meta')
    .values({ name, value: keys.proof() })
    .onConflict((on) => on.doNothing());
  database.all(add);
  const [row] = database.all(
    database.query.selectFrom('meta').select('value').where('name', '=', name),
  );
  if (row !== undefined) keys.check(row.value);
}

function storeOver(context: Context): Store {
  const { database, keys, writer, checkpointer } = context;
  const runs = runRows(database, keys);
  const append = appendEvents(database, context);
  const questions = questionRows(database, runs);
  const state = workingState(database);
  const hashes = knownHashes(database, keys);
  return {
    commit: async (change) =>
      await writer.write((tip) => {
        const { tenant, run: name, atMs, events } = change;
        const run = runs.obtain(tenant, name);
        state.save(run, change);
        hashes.add(run, change.hashes);
        questions.add(run, { askedMs: atMs, questions: change.questions });
        append(tip, { run, atMs, events });
      }),
    loadRun: async (tenant, name) => {
      const row = runs.find(tenant, name);
      const run = row === undefined ? undefined : runs.open(row);
      return run === undefined ? undefined : state.load(run);
    },
    runsKnowing: async (tenant, hash) => hashes.runsKnowing(tenant, hash),
    questions: questionStore(context, { rows: questions, append }),
    credentials: credentialStore(context),
    events: eventLog(context, { runs, append }),
    close: async () => {
      await writer.close();
      await checkpointer.close();
      if (database.raw.isOpen) database.raw.close();
    },
  };
}

function eventLog(context: Context, parts: { runs: RunRows; append: Append }): Store['events'] {
  const { database, writer } = context;
  const { runs, append } = parts;
  return {
    list: async (filter) => listEvents(database, runs, filter),
    head: async () => writer.tip(),
    verify: async (anchor) => await verifyChain(database, runs, anchor),
    append: async ({ tenant, atMs, ...event }) =>
      await writer.write((tip) => {
        append(tip, { run: runs.obtain(tenant, ''), atMs, events: [event] });
      }),
    ...eraser(context, parts),
  };
}
