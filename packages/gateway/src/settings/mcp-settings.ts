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

function isTemplate(text: string): boolean {
  return ['{server}', '{tool}'].every((part) => text.split(part).length === 2);
}

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
  /**
   * Clients that have their model behind this gateway too: a call that was not released there is
   * asked about or refused. `off`: calls are checked by what their client has received alone.
   */
  joined: z.enum(['off', 'ask', 'refuse']).default('off'),
  /** The names that clients give to the tools of servers. */
  names: z
    .array(z.string().max(64).refine(isTemplate, 'it must hold {server} and {tool}, once each'))
    .min(1)
    .max(8)
    .default(['mcp__{server}__{tool}']),
  /** When it is forgotten what clients have read; `never`: only where an operator says so. */
  forget: z.enum(['never', 'at-start']).default('never'),
  /** The oldest version of MCP that is served. */
  oldestVersion: z.enum(versions).default('2024-11-05'),
  /** True: every message passes as it is, and nothing is checked. It is no protection at all. */
  transparent: z.boolean().default(false),
});

export type McpSettings = z.output<typeof mcpShape>;
export type McpServerSettings = McpSettings['servers'][string];
