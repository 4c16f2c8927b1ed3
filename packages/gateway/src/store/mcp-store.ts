import type { OfferKind } from '@sluice/mcp';

/** What was last seen of something that an MCP server offers, and what a person accepted of it. */
export interface OfferRecord {
  readonly is: 'offer';
  /** The server's name in the settings, or as its client's configuration names it. */
  readonly server: string;
  readonly kind: OfferKind;
  readonly name: string;
  /** Canonical JSON of what the server says now. */
  readonly offered: string;
  readonly offeredMs: number;
  /** The label of what the server says, by its text; not given: nobody knows. */
  readonly label?: string | undefined;
  /** Not given: nobody has accepted it. */
  readonly accepted?: Accepted | undefined;
}

export interface Accepted {
  /** Canonical JSON of what was accepted. */
  readonly definition: string;
  /** Its label's text; not given: that of what is offered now. */
  readonly label?: string | undefined;
  /** The name of a person; not given: it was trusted at first sight, as the settings have it. */
  readonly by?: string | undefined;
  readonly atMs: number;
  /** When any definition of it was accepted first; not given: then. */
  readonly sinceMs?: number | undefined;
}

/** The label of all that a client has received from MCP servers. */
export interface SeenRecord {
  readonly is: 'seen';
  /** The id of the client's credential. */
  readonly client: string;
  /** A label's text. */
  readonly label: string;
}

export type McpRecord = OfferRecord | SeenRecord;

/** What is kept of MCP servers and their clients; it outlives every run. */
export interface McpStore {
  readonly list: (tenant: string) => Promise<readonly McpRecord[]>;
  readonly tenants: () => Promise<readonly string[]>;
  /** Replaces what is recorded of these, all or nothing. Resolves once it lies on the disk. */
  readonly put: (tenant: string, records: readonly McpRecord[]) => Promise<void>;
  /** Forgets these, all or nothing. Resolves once that lies on the disk. */
  readonly remove: (tenant: string, records: readonly McpRecord[]) => Promise<void>;
}

/** What makes a record another one. */
export function nameOfMcpRecord(record: McpRecord): string {
  return JSON.stringify(
    record.is === 'seen' ? [record.client] : [record.server, record.kind, record.name],
  );
}
