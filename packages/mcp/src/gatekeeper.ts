import type { PlainPart } from '@sluice/core';
import type { Offer } from './offer.ts';

/** What a client asks of a server that carries words of the client's: each is a sink. */
export type ServerCall =
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** The tool as the server describes it now. */
      readonly offer: Offer;
    }
  | {
      readonly kind: 'prompt' | 'completion';
      readonly args: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'resource';
      readonly args: Readonly<Record<string, unknown>>;
      /** The entry in the server's list; `undefined`: a result had a link to it. */
      readonly offer: Offer | undefined;
    }
  /** Answers to what a server asked of its client. */
  | {
      readonly kind: 'roots' | 'elicitation';
      readonly args: Readonly<Record<string, unknown>>;
    };

/** The word on a call. `stop`: what the client is told, free of values, with what to do next. */
export type Word = { readonly kind: 'go' } | { readonly kind: 'stop'; readonly text: string };

/** What came back for a call. */
export interface Received {
  readonly parts: readonly PlainPart[];
  readonly failed: boolean;
}

/** Text beside the calls: nobody asked for it. */
export interface Sources {
  /** Log lines of a server, and what it says of its progress. */
  readonly messages: boolean;
  /** Forms that a server puts before the client's user. */
  readonly forms: boolean;
  /** The folders that a client works in, which a server asks for. */
  readonly roots: boolean;
}

/** Decides for the proxy, and keeps what was seen. Where it throws, nothing passes. */
export interface Gatekeeper {
  /** For each offer in order: true if the client may see and use it. All are noted. */
  readonly mayShow: (offers: readonly Offer[]) => Promise<readonly boolean[]>;
  /** May wait for a person; `signal` aborts where the client does not wait any more. */
  readonly check: (call: ServerCall, signal: AbortSignal) => Promise<Word>;
  /** Settles once the label of what came is kept: the client is given nothing before. */
  readonly received: (call: ServerCall, received: Received) => Promise<void>;
  /** The policy has labels for such text; it is left out otherwise. */
  readonly labels: () => Sources;
  readonly said: (text: string) => Promise<void>;
}
