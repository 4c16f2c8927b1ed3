import type { FamilyName } from '@sluice/gateway';

export type Env = Readonly<Record<string, string | undefined>>;

/** Stands in place of the provider's address and key. */
export interface Access {
  /** The gateway's, without a path. */
  readonly url: string;
  readonly key: string;
  readonly serves: (family: FamilyName) => boolean;
}

/** Where a client is started, as far as its settings depend on it. */
export interface Start extends Access {
  /** The arguments that the user gave. */
  readonly args: readonly string[];
  /** The user's own environment. */
  readonly env: Env;
  readonly home: string;
  /** Writes a file that only this run of the client reads, and gives its path. */
  readonly write: (name: string, text: string) => string;
}

/** Makes one process of a client talk to the gateway. */
export interface ClientSettings {
  /** They stand before the user's own. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A coding agent whose settings are known. */
export interface Client {
  /** The name of its program. */
  readonly command: string;
  /** Such as `npm install -g @openai/codex`. */
  readonly install: string;
  /** The name of the policy that is shipped for it. */
  readonly policy: string;
  /** The protocols that it may speak; it needs a key of one of them. */
  readonly families: readonly FamilyName[];
  /** Where it keeps settings and sessions, from the home folder; `/` ends a folder. */
  readonly home: readonly string[];
  readonly settings: (start: Start) => ClientSettings;
}
