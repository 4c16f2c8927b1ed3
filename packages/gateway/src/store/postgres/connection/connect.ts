import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StoreError } from '../../errors.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Address } from './address.ts';
import { Database } from './database.ts';
import { asStoreError } from './failure.ts';
import type { Session } from './session.ts';

/** Versions before were not tried. */
const serverVersionMin = 15;

/**
 * Connects to a database and brings its tables up to date. Throws `store-unreachable`,
 * `store-unopenable`, `store-newer`, and what the server says.
 */
export async function connect(address: Address): Promise<Database> {
  const database = new Database(address);
  try {
    await database.write(async (session) => await requireFit(session, address.shown));
    await migrate(database);
    return database;
  } catch (cause) {
    await database.close();
    throw asStoreError(cause, address.shown);
  }
}

async function migrate(database: Database): Promise<void> {
  await database.write(async (session) => await requireKnown(session, database.shown));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.writing }) });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  // oxlint-disable-next-line typescript/only-throw-error -- the migrator hands on what it caught
  if (error !== undefined) throw error;
}

interface ServerSettings {
  readonly version: number;
  readonly encoding: string;
  readonly commit: string;
}

async function requireFit(session: Session, shown: string): Promise<void> {
  const [found] = await session.raw(sql<ServerSettings>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as commit`);
  const { version = 0, encoding = '', commit = '' } = found ?? {};
  if (version < serverVersionMin) {
    throw unfit(
      shown,
      `is of PostgreSQL ${version}`,
      `use PostgreSQL ${serverVersionMin} or newer`,
    );
  }
  if (encoding !== 'UTF8') {
    const create = 'type: createdb --encoding UTF8 --template template0 --owner sluice sluice';
    throw unfit(shown, `is encoded in ${encoding}`, create);
  }
  if (commit === 'off') {
    const set = 'alter role sluice set synchronous_commit = on';
    throw unfit(shown, 'acknowledges what it may lose (`synchronous_commit`)', `type: ${set}`);
  }
}

/** A database with a migration that we do not know was written by a newer version. */
async function requireKnown(session: Session, shown: string): Promise<void> {
  const [table] = await session.raw(
    sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`,
  );
  if (table?.is !== true) return;
  const done = await session.raw(sql<{ name: string }>`select name from kysely_migration`);
  if (done.every(({ name }) => name in migrations)) return;
  throw new StoreError('store-newer', `\`${shown}\` was written by a newer version of Sluice`, {
    hint: 'install that version, or name another database',
  });
}

function unfit(shown: string, problem: string, hint: string): StoreError {
  return new StoreError('store-unopenable', `the database \`${shown}\` ${problem}`, { hint });
}
