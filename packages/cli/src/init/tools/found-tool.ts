import type { Proposal } from '../draft/proposal.ts';
import type { McpServer } from '../project/mcp-servers.ts';

/** A tool that the project seems to have. Read, never run: all of it is a guess. */
export interface FoundTool {
  readonly name: string;
  /** File and line, from the project's folder. */
  readonly where: string;
  /** Where else a tool of this name is, of which other things are said: nothing of it is known. */
  readonly alsoAt?: readonly string[];
  /** JSON Schema of the arguments; `undefined` where it could not be read. */
  readonly parameters: unknown;
  /** The description that the model reads; `undefined` where there is none, or it is computed. */
  readonly description?: string | undefined;
  /** JSON Schema of the result, or its type as the list prints it. */
  readonly returns?: unknown;
  readonly hints: ToolHints;
  /** A model's word on it, where one was asked. */
  readonly proposed?: Proposal;
  /** The HTTP method of an operation of an API. */
  readonly method?: string;
  /** Of what a server's list says of it, under the name in that list. */
  readonly pin?: string;
  /** The variable that holds it, where the code gives it no name of its own. */
  readonly variable?: string;
  /** `own`: written in the project's code. `listed`: in a list that a server gave. */
  readonly from: 'own' | 'listed';
  /** The server that said so when it was asked, and pins of what it said under each name. */
  readonly offered?:
    | {
        readonly server: McpServer;
        readonly pins: { readonly plain: string; readonly 'by-server': string };
      }
    | undefined;
}

/** Hints of an MCP server on its tool; they are the server's word. */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Names that providers and MCP accept for a tool. */
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

export function isToolName(value: unknown): value is string {
  return typeof value === 'string' && toolName.test(value);
}

/** The hints of a value that may be anything. */
export function hintsOf(value: Readonly<Record<string, unknown>>): ToolHints {
  const { readOnlyHint, destructiveHint, openWorldHint } = value;
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructiveHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorldHint }),
  };
}
