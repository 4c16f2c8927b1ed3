import { credentialOf, rowOf } from '../credential-row.ts';
import * as credentials from '../queries/credentials.ts';
import { clockDoubt, dropNote, findNote, putNote } from '../queries/meta.ts';
import { fileRecords, mcpRecords } from '../queries/records.ts';
import {
  nameOfMcp,
  nameOfFile,
  sealFile,
  sealMcp,
  unsealFile,
  unsealMcp,
} from '../sealed/records.ts';
import type { Store } from '../store.ts';
import type { Context } from './context.ts';

/** The parts of a store that are rows and no more: credentials, files, MCP and the clock's note. */
export function plainParts(
  context: Context,
): Pick<Store, 'credentials' | 'files' | 'mcp' | 'clock'> {
  return {
    credentials: credentialStore(context),
    files: fileStore(context),
    mcp: mcpStore(context),
    clock: clockNote(context),
  };
}

function credentialStore({ database, writer }: Context): Store['credentials'] {
  return {
    add: async (credential, secretHash) =>
      await writer.write(async (transaction) => {
        transaction.send(credentials.insertCredential, { ...rowOf(credential, secretHash) });
      }),
    find: async (secretHash) =>
      await database.read(async (session) => {
        const row = await session.first(credentials.findCredential, { secretHash });
        return row === undefined ? undefined : credentialOf(row);
      }),
    list: async () =>
      await database.read(async (session) =>
        (await session.all(credentials.allCredentials, {})).map((row) => credentialOf(row)),
      ),
    operatorHashes: async () =>
      await database.read(async (session) =>
        (await session.all(credentials.operatorHashes, {})).map(({ secretHash }) => secretHash),
      ),
    revoke: async (id, atMs) =>
      await writer.write(
        async ({ session }) =>
          (await session.run(credentials.revokeCredential, { id, revokedMs: atMs })) === 1,
      ),
    replaceSecret: async (id, secretHash) =>
      await writer.write(
        async ({ session }) =>
          (await session.run(credentials.replaceSecret, { id, secretHash })) === 1,
      ),
  };
}

function fileStore({ database, writer, keys }: Context): Store['files'] {
  return {
    tenants: async () =>
      await database.read(async (session) =>
        (await session.all(fileRecords.tenants, {})).map(({ tenant }) => tenant),
      ),
    list: async (tenant) =>
      await database.read(async (session) =>
        (await session.all(fileRecords.ofTenant, { tenant })).map((row) => unsealFile(keys, row)),
      ),
    change: async (tenant, change) =>
      await writer.write(async (transaction) => {
        for (const each of change.remove ?? []) {
          const name = nameOfFile(keys, tenant, each);
          transaction.send(fileRecords.remove, { tenant, name });
        }
        for (const record of change.put ?? []) {
          transaction.send(fileRecords.put, { ...sealFile(keys, tenant, record) });
        }
      }),
  };
}

function mcpStore({ database, writer, keys }: Context): Store['mcp'] {
  return {
    tenants: async () =>
      await database.read(async (session) =>
        (await session.all(mcpRecords.tenants, {})).map(({ tenant }) => tenant),
      ),
    list: async (tenant) =>
      await database.read(async (session) =>
        (await session.all(mcpRecords.ofTenant, { tenant })).map((row) => unsealMcp(keys, row)),
      ),
    put: async (tenant, records) =>
      await writer.write(async (transaction) => {
        for (const record of records) {
          transaction.send(mcpRecords.put, { ...sealMcp(keys, tenant, record) });
        }
      }),
    remove: async (tenant, records) =>
      await writer.write(async (transaction) => {
        for (const record of records) {
          transaction.send(mcpRecords.remove, { tenant, name: nameOfMcp(keys, tenant, record) });
        }
      }),
  };
}

function clockNote({ database, writer }: Context): Store['clock'] {
  const name = clockDoubt;
  return {
    noted: async () =>
      await database.read(async (session) => {
        const row = await session.first(findNote, { name });
        return row && Buffer.from(row.value).toString('utf8');
      }),
    note: async (text) =>
      await writer.write(async (transaction) => {
        if (text === undefined) transaction.send(dropNote, { name });
        else transaction.send(putNote, { name, value: Buffer.from(text) });
      }),
  };
}
