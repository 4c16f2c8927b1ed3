import { afterAll, beforeAll, describe } from 'vitest';
import { noPostgres, PostgresServer } from '../../../test/postgres/server.ts';
import { postgresStore } from '../../../test/postgres/store.ts';
import { storeContract } from '../../../test/store-contract/store-contract.ts';

describe.skipIf(noPostgres !== undefined)(`a store in PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => await server.stop());

  storeContract({
    open: async (options = {}) => await postgresStore(await server.withTables(), options),
    openTwice: async () => {
      const address = await server.withTables();
      return [await postgresStore(address), await postgresStore(address)];
    },
  });
});
