import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { fieldsOf } from '../../json.ts';
import { version } from '../../version.ts';
import { toolsMax } from '../tools/few.ts';
import type { ServerStart } from './start.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A tool as a server offers it. All of it is the server's word. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

/** A server's answer, or why there is none. */
export type Offer =
  | {
      readonly kind: 'offered';
      /** Its own name and version, as it says them. */
      readonly server: string;
      readonly tools: readonly OfferedTool[];
    }
  | {
      readonly kind: 'failed';
      readonly because: string;
      /** The last lines that it printed beside its answers. */
      readonly printed: readonly string[];
    };

interface ListOptions {
  readonly folder: string;
  /** Variables that a server gets beside those of its entry, which come first. */
  readonly passed: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Characters of a reason: a service may answer with a whole page. */
const lineMax = 500;
const linesMax = 6;

/** A list of empty pages may go on for ever. */
const pagesMax = 1_000;

/**
 * Starts or reaches a server with the official SDK, asks for its tools, and ends it. What it prints
 * is kept for the case that it fails.
 */
export async function listTools(start: ServerStart, options: ListOptions): Promise<Offer> {
  const printed: string[] = [];
  const client = new Client({ name: 'sluice-init', version: version() });
  try {
    const transport = transportTo(start, options, printed);
    await client.connect(transport, { timeout: options.timeoutMs });
    const tools = await allTools(client, options.timeoutMs);
    const { name = 'no name', version: own = '' } = client.getServerVersion() ?? {};
    return { kind: 'offered', server: `${name} ${own}`.trim(), tools };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it gave no answer';
    return { kind: 'failed', because: reason.slice(0, lineMax), printed: lastLines(printed) };
  } finally {
    await client.close().catch(() => {
      // It has ended by itself.
    });
  }
}

function transportTo(
  start: ServerStart,
  { folder, passed }: ListOptions,
  printed: string[],
): Transport {
  if (start.kind === 'url') {
    const requestInit = { headers: { ...start.headers } };
    return new StreamableHTTPClientTransport(new URL(start.url), { requestInit });
  }
  const { command, args } = start;
  const env = { ...passed, ...start.env };
  const onPrinted = (text: string): void => {
    printed.push(text);
    // The end of what it printed says why it failed.
    if (printed.length > 100) printed.shift();
  };
  return new StdioTransport({ command, args, env, folder, onPrinted });
}

/** All pages of a server's list. Throws where a page fails to come, or too many do. */
export async function allTools(client: Client, timeout: number): Promise<readonly OfferedTool[]> {
  const tools: OfferedTool[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    pages += 1;
    if (pages > pagesMax) throw new Error(`its list has more than ${pagesMax} pages`);
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    for (const { name, description = '', inputSchema, annotations } of page.tools) {
      const parameters = fieldsOf(inputSchema);
      tools.push({ name, description, parameters, annotations: fieldsOf(annotations) });
    }
    cursor = page.nextCursor;
    if (tools.length > toolsMax) throw new Error(`it offers more than ${toolsMax} tools`);
  } while (cursor !== undefined);
  return tools;
}

function lastLines(printed: readonly string[]): readonly string[] {
  const lines = printed
    .join('')
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .slice(-linesMax)
    .map((line) => line.slice(0, lineMax));
}
