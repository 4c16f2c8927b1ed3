import type { RecordMode, RunChange, Store } from '../store.ts';
import { committing, type Packed } from '../pieces.ts';
import { addNote, findNote, keyProof } from '../queries/meta.ts';
import { KeyRing } from '../sealed/key-ring.ts';
import { masterKey, type MasterKeySource } from '../sealed/master-key.ts';
import { listEvents, verifyChain } from './audit.ts';
import { Checkpointer } from './connection/checkpointer.ts';
import { clockNote } from './clock-note.ts';
import { connect } from './connection/connect.ts';
import type { Context } from './context.ts';
import { credentialStore } from './credentials.ts';
import type { Database } from './connection/database.ts';
import { type Disk, logOnDisk } from './connection/disk.ts';
import { eraser } from './erase.ts';
import { fileStore } from './files.ts';
import { mcpStore } from './mcp.ts';
import { type Append, appendEvents, tipReader } from './rows/event-rows.ts';
import { knownHashes, type RunRows, runRows } from './rows/run-rows.ts';
import { unsupportedQuestions } from './question-audit.ts';
import { type QuestionRows, questionRows } from './rows/question-rows.ts';
import { staging } from './rows/pieces.ts';
import { questionStore } from './questions.ts';
import { workingState } from './rows/working-state.ts';
import { writability, durably, type Durability, Writer } from './connection/writer.ts';

export interface SqliteStoreOptions {
  readonly file: string;
  /** By default a file beside the database, `<file>.key`, made with it. */
  readonly masterKey?: MasterKeySource | undefined;
  readonly durability: Durability;
  /** How the disk is waited for; tests watch it. */
  readonly openDisk?: ((file: string) => Disk) | undefined;
  /** How much is kept of the payloads of a tenant's events from now on. */
  readonly recordOf: (tenant: string) => RecordMode;
}

/**
 * A store in a SQLite database, made where there is none. Throws `StoreError` where the file or its
 * key cannot be used as they are.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const database = await connect(options.file);
  try {
    return storeIn(database, options);
  } catch (cause) {
    database.raw.close();
    throw cause;
  }
}

/** A store in a database that is open and up to date; closing the one closes the other. */
export function storeIn(database: Database, options: SqliteStoreOptions): Store {
  const { file, durability, openDisk = logOnDisk, recordOf } = options;
  const keys = provenKeys(database, options.masterKey ?? { kind: 'file', file: `${file}.key` });
  const checkpointer = new Checkpointer(file);
  const onCommitted = (changes: number): void => checkpointer.committed(changes);
  const readTip = tipReader(database);
  const disk = openDisk(file);
  const writer = new Writer(database, { readTip, durability, disk, onCommitted });
  return storeOver({ database, keys, writer, checkpointer, recordOf });
}

/** A new database is given a proof of its key; the key of any other must pass its proof. */
function provenKeys(database: Database, source: MasterKeySource): KeyRing {
  const [find, add] = [database.prepare(findNote), database.prepare(addNote)];
  const isNew = find.first({ name: keyProof }) === undefined;
  const keys = new KeyRing(masterKey(source, { isNew }));
  add.run({ name: keyProof, value: keys.proof() });
  // Where two processes start at once, this is the proof of the first.
  const proof = find.first({ name: keyProof });
  if (proof !== undefined) keys.check(proof.value);
  return keys;
}

function storeOver(context: Context): Store {
  const { database, keys, writer, checkpointer } = context;
  const runs = runRows(database, keys);
  const append = appendEvents(database, context);
  const questions = questionRows(database, runs);
  const state = workingState(database);
  const hashes = knownHashes(database, keys);
  const writable = writability(database, writer);
  const made = async (change: RunChange & Packed): Promise<void> =>
    await writer.write((tip) => {
      const { tenant, run: name, atMs, events } = change;
      const run = runs.obtain(tenant, name);
      state.save(run, change);
      hashes.add(run, change.hashes);
      questions.add(run, { askedMs: atMs, questions: change.questions });
      append(tip, { run, atMs, events, packed: change.packedEvents });
    }, change);
  return {
    commit: committing(made, staging(context, runs)),
    loadRun: async (tenant, name) => {
      const row = runs.find(tenant, name);
      const run = row === undefined ? undefined : runs.open(row);
      return run === undefined ? undefined : await state.load(run);
    },
    runsKnowing: async (tenant, hash) => hashes.runsKnowing(tenant, hash),
    newestKnowing: async (tenant, hash) => hashes.newestKnowing(tenant, hash),
    questions: questionStore(context, { runs, rows: questions, append }),
    credentials: credentialStore(context),
    files: fileStore(context),
    mcp: mcpStore(context),
    events: eventLog(context, { runs, rows: questions, append }),
    clock: clockNote(context),
    requireWritable: async () => await writable(),
    close: async () => {
      await writer.close();
      await checkpointer.close();
      if (database.raw.isOpen) database.raw.close();
    },
  };
}

function eventLog(
  context: Context,
  parts: { runs: RunRows; rows: QuestionRows; append: Append },
): Store['events'] {
  const { database, writer } = context;
  const { runs, append } = parts;
  return {
    list: async (filter) => listEvents(database, runs, filter),
    head: async () => writer.tip(),
    verify: async (anchor) => await verifyChain(database, runs, anchor),
    unsupported: async () => await unsupportedQuestions(database, parts),
    append: async ({ tenant, atMs, ...event }) =>
      await writer.write((tip) => {
        append(tip, { run: runs.obtain(tenant, ''), atMs, events: [event] });
      }, durably),
    ...eraser(context, parts),
  };
}
