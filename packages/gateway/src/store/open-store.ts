import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { Log } from '../server/log-line.ts';
import { isServerAddress } from '../settings/database-address.ts';
import type { Settings } from '../settings/settings.ts';
import { readAddress } from './postgres/connection/address.ts';
import { connect } from './postgres/connection/connect.ts';
import { claimLease } from './postgres/connection/lease.ts';
import { openPostgresStore } from './postgres/store.ts';
import type { MasterKeySource } from './sealed/master-key.ts';
import { claimAlone, realPathOf } from './sqlite/connection/sole-use.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';

export interface OpenOptions {
  /** Paths begin there. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where another gateway has the database, waits until that one is gone, or until aborted. */
  readonly standby?: AbortSignal | undefined;
  readonly log: Log;
}

/** The store that the settings name, for this process alone. */
export async function openStore(settings: Settings, options: OpenOptions): Promise<Store> {
  const masterKey = masterKeyOf(settings, options);
  return isServerAddress(settings.database)
    ? await openServer(settings, { ...options, masterKey })
    : await openFile(settings, { ...options, masterKey });
}

async function openFile(
  { database, durability, record }: Settings,
  { folder, standby, masterKey }: OpenOptions & { readonly masterKey: MasterKeySource | undefined },
): Promise<Store> {
  if (standby !== undefined) throw notShared();
  const file = realPathOf(path.resolve(folder, database));
  const release = claimAlone(file);
  try {
    const recordOf = (): Settings['record'] => record;
    const store = await openSqliteStore({ file, masterKey, durability, recordOf });
    return { ...store, close: async () => await store.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function openServer(
  { database: address, record }: Settings,
  {
    env,
    standby,
    log,
    masterKey,
  }: OpenOptions & { readonly masterKey: MasterKeySource | undefined },
): Promise<Store> {
  if (masterKey === undefined) throw keyUnnamed();
  const database = await connect(readAddress(address, env));
  try {
    const { epoch, release, requireHeld } = await claimLease(database, {
      until: standby,
      onHeld: () => log({ level: 'info', event: 'standing-by', fields: {} }),
    });
    const store = await openPostgresStore(database, { masterKey, epoch, recordOf: () => record });
    return {
      ...store,
      requireWritable: async () => {
        requireHeld();
        await store.requireWritable();
      },
      close: async () => {
        await release();
        await store.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function masterKeyOf(
  { masterKeyFrom }: Settings,
  { env }: OpenOptions,
): MasterKeySource | undefined {
  if (masterKeyFrom === undefined) return undefined;
  const hex = env[masterKeyFrom];
  if (hex !== undefined) return { kind: 'given', hex };
  throw new SluiceError('settings-invalid', `\`${masterKeyFrom}\` is not set`, {
    hint: 'set it to the key that the database was made with; for a new one: `openssl rand -hex 32`',
  });
}

function notShared(): SluiceError {
  return new SluiceError('settings-invalid', 'a SQLite file has no standby', {
    hint: 'start it without `--standby`, or name a PostgreSQL server: `database: postgres://...`',
  });
}

function keyUnnamed(): SluiceError {
  return new SluiceError('settings-invalid', 'a PostgreSQL database needs `masterKeyFrom`', {
    hint:
      'write `masterKeyFrom: SLUICE_MASTER_KEY`, and set that variable to a key that you keep: ' +
      '`openssl rand -hex 32` makes one',
  });
}
