import * as z from 'zod/mini';
import { optional, strictObject as object } from 'zod/mini';
import type { ServerSource } from '../written-source.ts';
import { listOf, named, text } from './shape.ts';

type Shape<Value> = z.ZodMiniType<Value>;

const aFile = text('the path of a file beside this one, or below');

/** The files that a policy includes. */
export const namedFilesShape: Shape<readonly string[]> = listOf(aFile, '[tools/mail.yaml]');

/** A server, whose tools a pack names as the server itself does. */
export const serverShape: Shape<ServerSource> = object({
  tools: aFile,
  prefixes: optional(z.array(z.string())),
});

export const serversShape: Shape<Readonly<Record<string, ServerSource>>> = named(serverShape);

/** An included file; what stands below its headings is read with the policy that includes it. */
export const includedShape: Shape<object> = object({
  include: optional(namedFilesShape),
  templates: optional(named(z.unknown())),
  tools: optional(named(z.unknown())),
  groups: optional(named(z.unknown())),
  servers: optional(named(z.unknown())),
});
