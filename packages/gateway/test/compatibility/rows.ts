import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const outcome = z.enum(['works', 'fails', 'not offered']);

const clientRows = z.strictObject({
  client: z.string(),
  way: z.string().optional(),
  version: z.string(),
  protocol: z.enum(['Chat Completions', 'Responses', 'Messages', 'Gemini']),
  /** Empty where there is nothing to say. */
  remark: z.string(),
  rows: z.record(z.string(), z.strictObject({ whole: outcome, stream: outcome })),
});

/** The results of one client and protocol: a row for each feature, whole and streamed. */
export type ClientRows = z.infer<typeof clientRows>;

const refusal = z.strictObject({
  protocol: z.string(),
  asked: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Something that a client asked for, and what it was told. */
export type Refusal = z.infer<typeof refusal>;

const reduction = z.strictObject({
  protocol: z.string(),
  asked: z.string(),
  /** As the headers of the answer name them. */
  leftOut: z.string(),
  unread: z.string(),
});

/** Something that a client asked for, of which a part was left out or kept unread. */
export type Reduction = z.infer<typeof reduction>;

const folder = path.join(import.meta.dirname, 'rows');

/** Where the rows of a client are kept. */
export function rowsFile({ client, way, protocol }: Omit<ClientRows, 'version' | 'rows'>): string {
  const words = [client, way ?? '', protocol].join(' ').toLowerCase();
  return path.join(folder, `${words.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '')}.json`);
}

export const refusalsFile: string = path.join(folder, 'refused.json');

export const reductionsFile: string = path.join(folder, 'left-out.json');

export function print(value: ClientRows | readonly Refusal[] | readonly Reduction[]): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const notOfClients = new Set([refusalsFile, reductionsFile].map((file) => path.basename(file)));

/** The rows as the tests last wrote them. */
export function keptRows(): readonly ClientRows[] {
  return globSync('*.json', { cwd: folder })
    .filter((file) => !notOfClients.has(file))
    .toSorted()
    .map((file) => clientRows.parse(parsed(path.join(folder, file))));
}

export function keptRefusals(): readonly Refusal[] {
  return z.array(refusal).parse(parsed(refusalsFile));
}

export function keptReductions(): readonly Reduction[] {
  return z.array(reduction).parse(parsed(reductionsFile));
}

function parsed(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
