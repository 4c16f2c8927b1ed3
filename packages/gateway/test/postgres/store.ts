import { onTestFinished } from 'vitest';
import { readAddress } from '../../src/store/postgres/connection/address.ts';
import { connect } from '../../src/store/postgres/connection/connect.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';

const masterKeyHex: string = 'ab'.repeat(32);

/** A store at an address; closed after the test. */
export async function postgresStore(
  address: string,
  options: Partial<PostgresStoreOptions> = {},
): Promise<Store> {
  const database = await connect(readAddress(address, {}));
  const store = await openPostgresStore(database, {
    masterKey: { kind: 'given', hex: masterKeyHex },
    epoch: undefined,
    recordOf: () => 'full',
    ...options,
  }).catch(async (cause: unknown) => {
    await database.close();
    throw cause;
  });
  onTestFinished(async () => await store.close());
  return store;
}
