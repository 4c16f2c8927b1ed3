import type { IncomingHttpHeaders } from 'node:http';
import type { Label } from '@sluice/core';
import type { Owner, Runs } from '../run/runs.ts';
import type { Exchange } from '../server/exchange.ts';
import type { Log } from '../server/log-line.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Front, Protocol } from './protocol.ts';

/** The address of a request, as its route reads it. */
export interface Address {
  /** The route's path: it holds nothing that a client named. */
  readonly route: string;
  /** The words that stand in place of `{name}` in the route's path. */
  readonly words: Readonly<Record<string, string>>;
  /** The query with its `?`, as it came; empty where there is none. */
  readonly search: string;
}

/** A path that clients call, and what each method does there. */
export interface Route {
  /** Each `{name}` stands for a word: `/v1beta/models/{model}:generateContent`. */
  readonly path: string;
  /** The form of a word, as a regular expression; default: `wordForm`. */
  readonly wordForms?: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<string, Service>>;
  /** Where its requests go, below the provider's base URL. */
  readonly upstream: (at: Address) => string;
  /** Among protocols that have the same path, which one a request is for; default: the others. */
  readonly isFor?: (headers: IncomingHttpHeaders) => boolean;
}

export const wordForm = String.raw`\w[\w.-]{0,127}`;

/**
 * `answer`: the model's, guarded or logged. `count-tokens`: how many a request has. Only a
 * `Protocol` has these. `models`: those of the provider, as it lists them.
 */
export type Service = 'answer' | 'count-tokens' | 'models' | OwnService;

/** A request that its front serves by itself, e.g. for a response that was given before. */
export interface OwnService {
  readonly serve: (call: ClientCall) => Promise<void>;
  /** In `log` mode, a request that is about nothing of ours is the provider's. */
  readonly isOurs: (call: ClientCall) => Promise<boolean>;
}

/** A client's request whose route and owner are known. */
export interface ClientCall {
  readonly exchange: Exchange;
  readonly front: Front;
  readonly at: Address;
  readonly owner: Owner;
  /** The client's key: its id, and the name that operators know. */
  readonly client: { readonly id: string; readonly name: string };
  /** Throws `RequestError` 401 where the key holds no longer. */
  readonly authenticate: () => Promise<void>;
  readonly upstream: Upstream;
  /** Where the request goes, below the upstream's base URL. */
  readonly path: string;
  /** Headers that the provider is to see. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of what it is not to see of them. */
  readonly droppedHeaders: readonly string[];
  readonly runs: Runs;
  /** The lower bound that the client sets for the labels of new messages. */
  readonly least: Label | undefined;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** One that asks a model. */
export interface ModelCall extends ClientCall {
  readonly protocol: Protocol;
}
