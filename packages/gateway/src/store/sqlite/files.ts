import { hash } from 'node:crypto';
import { z } from 'zod';
import { type FileRecord, type FileStore, nameOfRecord } from '../file-store.ts';
import { type Bound, opened, seal, unseal } from '../sealed/seal.ts';
import { durably } from './connection/writer.ts';
import type { Context } from './context.ts';

const shape = z.object({
  path: z.string(),
  label: z.string(),
  cause: z.enum(['written', 'changed', 'unlisted', 'open']),
  run: z.string(),
  call: z.string(),
  atMs: z.number(),
  hash: z.string().optional(),
});

/** Labels of files. Paths and labels are sealed under a key of their tenant. */
export function fileStore({ database, keys, writer }: Context): FileStore {
  const ofTenant = database.prepare<{ tenant: string }>()((query, slot) =>
    query.selectFrom('files').selectAll().where('tenant', '=', slot('tenant')),
  );
  const tenants = database.prepare<Readonly<Record<string, never>>>()((query) =>
    query.selectFrom('files').select('tenant').distinct().orderBy('tenant'),
  );
  const put = database.prepare<{ tenant: string; name: Uint8Array; body: Uint8Array }>()(
    (query, slot) =>
      query
        .replaceInto('files')
        .values({ tenant: slot('tenant'), name: slot('name'), body: slot('body') }),
  );
  const remove = database.prepare<{ tenant: string; name: Uint8Array }>()((query, slot) =>
    query.deleteFrom('files').where('tenant', '=', slot('tenant')).where('name', '=', slot('name')),
  );
  const nameOf = (tenant: string, of: Parameters<typeof nameOfRecord>[0]): Buffer =>
    keys.blind(tenant, hash('sha256', nameOfRecord(of)));
  return {
    tenants: async () => tenants.all({}).map(({ tenant }) => tenant),
    list: async (tenant) =>
      ofTenant.all({ tenant }).map(({ name, body }) =>
        opened(() => {
          const bytes = unseal(keys.files(tenant), body, boundOf(tenant, name));
          return shape.parse(JSON.parse(bytes.toString('utf8')));
        }),
      ),
    change: async (tenant, change) =>
      await writer.write(() => {
        for (const each of change.remove ?? []) remove.run({ tenant, name: nameOf(tenant, each) });
        for (const record of change.put ?? []) {
          const name = nameOf(tenant, record);
          const body = seal(keys.files(tenant), textOf(record), boundOf(tenant, name));
          put.run({ tenant, name, body });
        }
      }, durably),
  };
}

function textOf({ path, label, cause, run, call, atMs, hash: content }: FileRecord): string {
  return JSON.stringify({ path, label, cause, run, call, atMs, hash: content });
}

function boundOf(tenant: string, name: Uint8Array): Bound {
  return ['files', tenant, Buffer.from(name).toString('hex')];
}
