import type { Line, World } from '../attacks/world.ts';

/** A client library as its users have it, connected to one server. */
export interface Opened {
  readonly tools: () => Promise<readonly string[]>;
  /** The text of a result; of a call that failed, the text of the failure. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface McpClient {
  readonly name: string;
  /** The package that its version is that of. */
  readonly package: string;
  readonly open: (line: Line, world: World) => Promise<Opened>;
}

/** All that a result says, as one text. */
export function said(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
