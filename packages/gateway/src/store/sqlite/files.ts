import type { FileStore } from '../file-store.ts';
import { fileRecords } from '../queries/records.ts';
import { nameOfFile, sealFile, unsealFile } from '../sealed/records.ts';
import { durably } from './connection/writer.ts';
import type { Context } from './context.ts';

export function fileStore({ database, keys, writer }: Context): FileStore {
  const ofTenant = database.prepare(fileRecords.ofTenant);
  const tenants = database.prepare(fileRecords.tenants);
  const put = database.prepare(fileRecords.put);
  const remove = database.prepare(fileRecords.remove);
  return {
    tenants: async () => tenants.all({}).map(({ tenant }) => tenant),
    list: async (tenant) => ofTenant.all({ tenant }).map((row) => unsealFile(keys, row)),
    change: async (tenant, change) =>
      await writer.write(() => {
        for (const each of change.remove ?? []) {
          remove.run({ tenant, name: nameOfFile(keys, tenant, each) });
        }
        for (const record of change.put ?? []) put.run({ ...sealFile(keys, tenant, record) });
      }, durably),
  };
}
