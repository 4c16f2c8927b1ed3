import type { Label } from '@sluice/core';
import type { Owner, Runs } from '../run/runs.ts';
import type { Exchange } from '../server/exchange.ts';
import type { Log } from '../server/log-line.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Front, Protocol } from './protocol.ts';
import type { Address } from './route.ts';

/** A client's request whose route and owner are known. */
export interface ClientCall {
  readonly exchange: Exchange;
  readonly front: Front;
  readonly at: Address;
  readonly owner: Owner;
  /** The client's key: its id, and the name that operators know. */
  readonly client: { readonly id: string; readonly name: string };
  readonly upstream: Upstream;
  /** Where the request goes, below the upstream's base URL. */
  readonly path: string;
  /** Headers that the provider is to see. */
  readonly headers: Readonly<Record<string, string>>;
  readonly runs: Runs;
  /** What the client says that new messages carry at least. */
  readonly least: Label | undefined;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** One that asks a model. */
export interface ModelCall extends ClientCall {
  readonly protocol: Protocol;
}
