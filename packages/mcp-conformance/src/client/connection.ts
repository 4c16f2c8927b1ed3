import type { Inbox } from '../wire/inbox.ts';
import type { Fields, Headers, Message } from '../wire/message.ts';

/** What a client got for a request: the HTTP status and the message, if there was one. */
export interface Answer {
  /** 200 over stdio. */
  readonly status: number;
  readonly headers: Headers;
  /** The text of the message, or of the HTTP body where that is no message. */
  readonly raw: string;
  readonly fields: Fields;
}

export interface Pending {
  readonly id: number | string;
  readonly answer: Promise<Answer>;
  /** Closes the response stream; over stdio nothing. */
  readonly abort: () => void;
}

export interface Sent {
  readonly id?: number | string;
  readonly meta?: Fields;
  /** Added to the request's own; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Changes the text before it goes out, into what no serialiser writes. */
  readonly edit?: (raw: string) => string;
}

/** The scripted client's way to the proxy. */
export interface Connection {
  /** Requests and notifications of the server, from whatever stream. */
  readonly inbox: Inbox<Message>;
  /** Empty where there is none. */
  readonly session: string;
  /** The id of the last event on any stream, to go on from. */
  readonly lastEventId: string | undefined;
  /** The answer to `initialize`; undefined in 2026-07-28. */
  readonly opened: Answer | undefined;
  readonly request: (method: string, params?: Fields, sent?: Sent) => Pending;
  readonly notify: (method: string, params?: Fields) => Promise<Answer>;
  /** Answers a request of the server. */
  readonly respond: (id: unknown, result: Fields) => Promise<Answer>;
  /** Sends these bytes with these headers added. */
  readonly post: (raw: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Opens the stream for messages that answer nothing; over stdio it is always open. */
  readonly listen: (lastEventId?: string) => Promise<Answer>;
  /** Ends the session. */
  readonly end: () => Promise<Answer>;
}

export interface Opening {
  /** Sent as a bearer token. */
  readonly token?: string | undefined;
  readonly capabilities?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** False: the client does not say hello (2025-11-25). */
  readonly initialize?: boolean;
}

export const clientInfo = { name: 'scripted-client', version: '4.5.6' } as const;
export const everyCapability: Fields = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  experimental: { 'com.example/client-feature': { depth: 3 } },
};
