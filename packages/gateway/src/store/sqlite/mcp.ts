import { hash } from 'node:crypto';
import { z } from 'zod';
import { type McpRecord, type McpStore, nameOfMcpRecord } from '../mcp-store.ts';
import { type Bound, opened, seal, unseal } from '../sealed/seal.ts';
import { durably } from './connection/writer.ts';
import type { Context } from './context.ts';

const shape = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('offer'),
    server: z.string(),
    kind: z.enum(['server', 'tool', 'prompt', 'resource', 'template']),
    name: z.string(),
    offered: z.string(),
    offeredMs: z.number(),
    label: z.string().optional(),
    accepted: z
      .object({
        definition: z.string(),
        label: z.string().optional(),
        by: z.string().optional(),
        atMs: z.number(),
        sinceMs: z.number().optional(),
      })
      .optional(),
  }),
  z.object({ is: z.literal('seen'), client: z.string(), label: z.string() }),
]);

/** Offers of MCP servers and labels of their clients, sealed under a key of their tenant. */
export function mcpStore({ database, keys, writer }: Context): McpStore {
  const ofTenant = database.prepare<{ tenant: string }>()((query, slot) =>
    query.selectFrom('mcp').selectAll().where('tenant', '=', slot('tenant')),
  );
  const tenants = database.prepare<Readonly<Record<string, never>>>()((query) =>
    query.selectFrom('mcp').select('tenant').distinct().orderBy('tenant'),
  );
  const put = database.prepare<{ tenant: string; name: Uint8Array; body: Uint8Array }>()(
    (query, slot) =>
      query
        .replaceInto('mcp')
        .values({ tenant: slot('tenant'), name: slot('name'), body: slot('body') }),
  );
  const remove = database.prepare<{ tenant: string; name: Uint8Array }>()((query, slot) =>
    query.deleteFrom('mcp').where('tenant', '=', slot('tenant')).where('name', '=', slot('name')),
  );
  const nameOf = (tenant: string, record: McpRecord): Uint8Array =>
    keys.blind(tenant, hash('sha256', nameOfMcpRecord(record)));
  return {
    tenants: async () => tenants.all({}).map(({ tenant }) => tenant),
    list: async (tenant) =>
      ofTenant.all({ tenant }).map(({ name, body }) =>
        opened(() => {
          const bytes = unseal(keys.mcp(tenant), body, boundOf(tenant, name));
          return shape.parse(JSON.parse(bytes.toString('utf8')));
        }),
      ),
    put: async (tenant, records) =>
      await writer.write(() => {
        for (const record of records) {
          const name = nameOf(tenant, record);
          const text = JSON.stringify(record);
          put.run({ tenant, name, body: seal(keys.mcp(tenant), text, boundOf(tenant, name)) });
        }
      }, durably),
    remove: async (tenant, records) =>
      await writer.write(() => {
        for (const record of records) remove.run({ tenant, name: nameOf(tenant, record) });
      }, durably),
  };
}

function boundOf(tenant: string, name: Uint8Array): Bound {
  return ['mcp', tenant, Buffer.from(name).toString('hex')];
}
