import type { Era } from '../wire/era.ts';
import type { Fields, Headers, Message } from '../wire/message.ts';

/** One message that reached the scripted server, and the ways to answer it. */
export interface Call {
  readonly message: Message;
  /** The JSON-RPC method; for HTTP without a message its verb; empty for a response. */
  readonly method: string;
  readonly headers: Headers;
  readonly url: string;
  readonly wire: 'http' | 'stdio';
  /** The revision that the message itself speaks. */
  readonly era: Era;
  /** The session of 2025-11-25 that the message belongs to; for stdio, its process. */
  readonly session: string;
  /** Sends one message before the answer; over HTTP the answer becomes a stream. */
  readonly send: (message: Fields, options?: { readonly eventId?: string }) => void;
  /** Sends an SSE comment, which says nothing but keeps a connection open. */
  readonly comment: () => void;
  /** Ends the call with a result, on its stream if it has one. */
  readonly answer: (result: Fields, headers?: Record<string, string>) => void;
  readonly fail: (error: RpcError) => void;
  /** Ends the call with these bytes, whatever they are. */
  readonly answerRaw: (text: string) => void;
  /** Ends the HTTP exchange with a bare status. */
  readonly status: (reply: BareReply) => void;
  /** Ends the stream without an answer, as a server does that asks to be polled. */
  readonly endStream: () => void;
  /** Breaks the connection, as a server that dies. */
  readonly hangUp: () => void;
  /** Resolves when the other side ended the exchange, or cancelled it over stdio. */
  readonly gone: Promise<void>;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface BareReply {
  readonly code: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export type Handler = (call: Call) => void | Promise<void>;
