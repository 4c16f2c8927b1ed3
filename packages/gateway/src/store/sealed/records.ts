import { hash } from 'node:crypto';
import { z } from 'zod';
import { type FileRecord, nameOfRecord } from '../file-store.ts';
import { type McpRecord, nameOfMcpRecord } from '../mcp-store.ts';
import type { KeyRing } from './key-ring.ts';
import { type Bound, opened, seal, unseal } from './seal.ts';

/** A tenant's record as it stands in its row. */
interface SealedRecord {
  readonly tenant: string;
  /** Blinded: see `KeyRing.blind`. */
  readonly name: Uint8Array;
  readonly body: Uint8Array;
}

const fileShape = z.object({
  path: z.string(),
  label: z.string(),
  cause: z.enum(['written', 'changed', 'unlisted', 'open']),
  run: z.string(),
  call: z.string(),
  atMs: z.number(),
  hash: z.string().optional(),
});

const mcpShape = z.discriminatedUnion('is', [
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

type NamedFile = Parameters<typeof nameOfRecord>[0];

/** Labels of files. Paths and labels are sealed under a key of their tenant. */
export function sealFile(keys: KeyRing, tenant: string, record: FileRecord): SealedRecord {
  const { path, label, cause, run, call, atMs, hash: content } = record;
  const text = JSON.stringify({ path, label, cause, run, call, atMs, hash: content });
  const name = nameOfFile(keys, tenant, record);
  return { tenant, name, body: seal(keys.files(tenant), text, boundOf('files', tenant, name)) };
}

export function nameOfFile(keys: KeyRing, tenant: string, of: NamedFile): Buffer {
  return keys.blind(tenant, hash('sha256', nameOfRecord(of)));
}

export function unsealFile(keys: KeyRing, { tenant, name, body }: SealedRecord): FileRecord {
  return opened(() => {
    const bytes = unseal(keys.files(tenant), body, boundOf('files', tenant, name));
    return fileShape.parse(JSON.parse(bytes.toString('utf8')));
  });
}

/** Offers of MCP servers and labels of their clients, sealed under a key of their tenant. */
export function sealMcp(keys: KeyRing, tenant: string, record: McpRecord): SealedRecord {
  const name = nameOfMcp(keys, tenant, record);
  const text = JSON.stringify(record);
  return { tenant, name, body: seal(keys.mcp(tenant), text, boundOf('mcp', tenant, name)) };
}

export function nameOfMcp(keys: KeyRing, tenant: string, record: McpRecord): Buffer {
  return keys.blind(tenant, hash('sha256', nameOfMcpRecord(record)));
}

export function unsealMcp(keys: KeyRing, { tenant, name, body }: SealedRecord): McpRecord {
  return opened(() => {
    const bytes = unseal(keys.mcp(tenant), body, boundOf('mcp', tenant, name));
    return mcpShape.parse(JSON.parse(bytes.toString('utf8')));
  });
}

function boundOf(table: 'files' | 'mcp', tenant: string, name: Uint8Array): Bound {
  return [table, tenant, Buffer.from(name).toString('hex')];
}
