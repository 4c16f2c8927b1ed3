import * as z from 'zod';
import { serverNameForm, versions } from '@sluice/mcp';
import { isVariableName } from './variable-name.ts';

const variable = z
  .string()
  .refine(isVariableName, 'it must be the name of an environment variable, never a secret');

const server = z
  .strictObject({
    /** The program of a server that the gateway starts, one for each session. */
    command: z.string().min(1).optional(),
    args: z.array(z.string()).default([]),
    /** Names of variables of the gateway's that the program is given. */
    env: z.array(variable).default([]),
    /** The address of a server that runs elsewhere (streamable HTTP). */
    url: z.url({ protocol: /^https?$/ }).optional(),
    /** Name of the variable that holds the key for it, sent as a bearer token. */
    keyFrom: variable.optional(),
    /** Whose clients it serves: to those of every other tenant it is unknown. */
    tenants: z.array(z.string().min(1)).min(1).default(['default']),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: 'it must have `command` (a program to start) or `url`, and not both',
  });

/** Servers of tools that clients reach through the gateway. */
export const mcpShape = z.strictObject({
  servers: z
    .record(
      z.string().regex(serverNameForm, 'a name must be a word of letters, digits and -'),
      server,
    )
    .default({}),
  /** `first-use`: what was never seen before is taken as accepted; changes are hidden still. */
  trust: z.enum(['nobody', 'first-use']).default('nobody'),
  /** When it is forgotten what clients have read; `never`: only where an operator says so. */
  forget: z.enum(['never', 'at-start']).default('never'),
  /** The oldest version of MCP that is served. */
  oldestVersion: z.enum(versions).default('2024-11-05'),
  /** True: every message passes as it is, and nothing is checked. It is no protection at all. */
  transparent: z.boolean().default(false),
});

export type McpSettings = z.output<typeof mcpShape>;
export type McpServerSettings = McpSettings['servers'][string];
