import path from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { claimAlone, realPathOf } from './sqlite/connection/sole-use.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** The store that the settings name, for this process alone. `folder`: paths begin there. */
export async function openStore(settings: Settings, folder: string): Promise<Store> {
  const { database, durability, record } = settings;
  const file = realPathOf(path.resolve(folder, database));
  const release = claimAlone(file);
  try {
    const store = await openSqliteStore({ file, durability, recordOf: () => record });
    return { ...store, close: async () => await store.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}
