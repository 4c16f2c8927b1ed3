import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const shape = z.strictObject({
  agent: z.string(),
  version: z.string(),
  protocol: z.enum(['responses', 'messages', 'chat', 'gemini']),
  requests: z.array(
    z.strictObject({
      /** What the agent was at. */
      during: z.string(),
      method: z.string(),
      path: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.record(z.string(), z.unknown()),
    }),
  ),
});

/**
 * What a real agent sent to its provider: without keys and all that tells of a machine, and long
 * texts cut. `npm run clients -- --record` writes it anew.
 */
export type Recording = z.output<typeof shape>;
export type RecordedRequest = Recording['requests'][number];

/** Where recordings stand. */
export const recordedFolder = import.meta.dirname;

/** The recordings of all agents, in the order of their names. */
export function recordings(): readonly Recording[] {
  const files = readdirSync(recordedFolder).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => {
    const text = readFileSync(path.join(recordedFolder, file), 'utf8');
    return shape.parse(JSON.parse(text));
  });
}
