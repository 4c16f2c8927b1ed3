import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Migrator } from 'kysely/migration';
import { StoreError } from '../../errors.ts';
import { storeLimits } from '../../limits.ts';
import { migrations } from '../../migrations/migrations.ts';
import { requirePrivate } from '../../sealed/private-file.ts';
import { Database, whenFree } from './database.ts';
import { asStoreError } from './failure.ts';

/**
 * Opens a database and brings its tables up to date. A file that is made is for this user alone.
 * Throws `store-exposed`, `store-newer`, `store-corrupt` and the errors of the disk.
 */
export async function connect(file: string): Promise<Database> {
  try {
    claim(file);
    const raw = new DatabaseSync(file, { timeout: storeLimits.lockBlockMsMax });
    try {
      return await prepared(new Database(file, raw));
    } catch (cause) {
      raw.close();
      throw cause;
    }
  } catch (cause) {
    throw asStoreError(asOpenError(cause, file), file);
  }
}

async function prepared(database: Database): Promise<Database> {
  const { raw } = database;
  await whenFree(wait, () => raw.exec('pragma journal_mode = wal'));
  // Waits for the disk at checkpoints only; for what is durable, the writer waits for it, off
  // this thread.
  raw.exec('pragma synchronous = normal');
  // On macOS, a wait that the disk itself takes part in; elsewhere every wait is one.
  raw.exec('pragma checkpoint_fullfsync = on');
  raw.exec('pragma secure_delete = on');
  raw.exec('pragma trusted_schema = off');
  raw.exec(`pragma wal_autocheckpoint = ${storeLimits.walPagesUnattendedMax}`);
  await whenFree(wait, () => raw.exec('begin immediate'));
  await migrate(database);
  raw.exec('commit');
  return database;
}

const wait = storeLimits.openLockMsMax;

/** SQLite gives its other files the mode of this one. */
function claim(file: string): void {
  if (existsSync(file)) {
    requirePrivate(file);
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** Within a transaction: whoever comes first, all of a migration is done or nothing. */
async function migrate(database: Database): Promise<void> {
  if (hasTable(database, 'kysely_migration')) requireKnown(database);
  const { query: db } = database;
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({
    db,
    provider,
    disableTransactions: true,
  }).migrateToLatest();
  // oxlint-disable-next-line typescript/only-throw-error -- the migrator hands on what it caught
  if (error !== undefined) throw error;
}

function hasTable({ raw }: Database, name: string): boolean {
  const statement = raw.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  return statement.get(name) !== undefined;
}

/** A database with a migration that we do not know was written by a newer version. */
function requireKnown({ raw, file }: Database): void {
  const done = raw.prepare('select name from kysely_migration').all();
  if (done.every(({ name }) => String(name) in migrations)) return;
  throw new StoreError('store-newer', `\`${file}\` was written by a newer version of Sluice`, {
    hint: 'install that version, or give another path',
  });
}

/** Errors of the file system come before SQLite's. */
function asOpenError(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error) || !('syscall' in cause)) return cause;
  return new StoreError('store-unopenable', `the database \`${file}\` cannot be opened`, {
    hint: 'look at the path and at who owns the folder',
    cause,
  });
}
