import type { McpStore } from '../mcp-store.ts';
import { mcpRecords } from '../queries/records.ts';
import { nameOfMcp, sealMcp, unsealMcp } from '../sealed/records.ts';
import { durably } from './connection/writer.ts';
import type { Context } from './context.ts';

export function mcpStore({ database, keys, writer }: Context): McpStore {
  const ofTenant = database.prepare(mcpRecords.ofTenant);
  const tenants = database.prepare(mcpRecords.tenants);
  const put = database.prepare(mcpRecords.put);
  const remove = database.prepare(mcpRecords.remove);
  return {
    tenants: async () => tenants.all({}).map(({ tenant }) => tenant),
    list: async (tenant) => ofTenant.all({ tenant }).map((row) => unsealMcp(keys, row)),
    put: async (tenant, records) =>
      await writer.write(() => {
        for (const record of records) put.run({ ...sealMcp(keys, tenant, record) });
      }, durably),
    remove: async (tenant, records) =>
      await writer.write(() => {
        for (const record of records) remove.run({ tenant, name: nameOfMcp(keys, tenant, record) });
      }, durably),
  };
}
