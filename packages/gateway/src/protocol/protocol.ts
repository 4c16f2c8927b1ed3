import type { ModelReply, PlainCall, PlainMessage, PlainTool, Usage, View } from '@sluice/core';

export type ProtocolName = 'chat-completions' | 'responses' | 'messages';

/**
 * What a client asks for, in no provider's words. Made by `Protocol.read`, which passes nothing on
 * that it does not know: a field is read into the messages, stands in `params` because it is inert,
 * or the request is refused.
 */
export interface ClientRequest {
  /** The model's name as the client wrote it. */
  readonly model: string;
  /**
   * The client's transcript. Ids of calls are those that the client holds. An opaque part's `data`
   * is the part as it stood in the body, without cache markers. Reasoning that the client sends is
   * left out: only what we stored is replayed.
   */
  readonly messages: readonly PlainMessage[];
  /** Functions and custom tools; a custom tool has one string argument, `input`. */
  readonly tools: readonly PlainTool[];
  readonly custom: ReadonlySet<string>;
  /** The names of those that its choice of tools lets the model call; `undefined`: all of them. */
  readonly callable?: ReadonlySet<string> | undefined;
  /** Tools that the provider is to run, by the policy's names, as they stood in the body. */
  readonly hosted?: ReadonlyMap<string, Readonly<Record<string, unknown>>> | undefined;
  readonly stream: boolean;
  /** The client wants an answer that is JSON: a refusal must not stand in its place as text. */
  readonly structured: boolean;
  /** Inert fields as they stood in the body: sampling, limits, answer format, tool choice. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Ids of responses that the client names (Responses: `previous_response_id`). */
  readonly previous: string | undefined;
}

/** What the provider said besides text and calls; for the response to the client alone. */
export interface ProviderFacts {
  /** The model as the provider names it. */
  readonly model: string;
  /** The provider's own word for why it stopped, e.g. `tool_calls`, `end_turn`, `length`. */
  readonly stop: string;
}

/** A model's reply with what the protocol carries around it. */
export interface UpstreamReply extends ModelReply {
  /**
   * Reasoning blocks as the provider wants them back, signatures included; `undefined` if none.
   * JSON values only.
   */
  readonly reasoning?: unknown;
  readonly facts: ProviderFacts;
}

/** Puts an upstream's event stream together. */
export interface StreamReader {
  /** One server-sent event: its name, if it has one, and its data. Throws `UpstreamError`. */
  readonly event: (name: string | undefined, data: string) => void;
  /** What came until now; truncated unless the protocol's own end was seen. */
  readonly reply: () => UpstreamReply;
  /** True if the provider has said why it stopped: before that, a stream that ends was cut off. */
  readonly hasEnded: () => boolean;
}

/** What goes back to the client: one response, whatever generations stood behind it. */
export interface Answer {
  /** An id of ours. */
  readonly id: string;
  readonly createdMs: number;
  /** The model's name for the client. */
  readonly model: string;
  readonly text: string;
  /** `text` is ours: it stands in place of an answer (refused, or waiting for a person). */
  readonly withheld: boolean;
  /** With ids that we minted. */
  readonly calls: readonly PlainCall[];
  readonly stop: ModelReply['stop'];
  /** Summed over hidden generations. */
  readonly usage: Usage;
  readonly facts: ProviderFacts | undefined;
  /** Reasoning that the client may see, in the provider's form. */
  readonly reasoning: unknown;
}

/** Writes one response as server-sent events. Each function returns the text to send. */
export interface StreamWriter {
  readonly begin: () => string;
  /** Text that may go out before the answer is complete. */
  readonly text: (delta: string) => string;
  /**
   * Keeps a connection open that waits for a person; nothing a client could mistake for content.
   */
  readonly keepAlive: () => string;
  /** The rest of the answer, behind the text that was sent already, and the end. */
  readonly end: (answer: Answer) => string;
  /** An error after the response has begun. */
  readonly fail: (failure: Failure) => string;
}

/** An error as the client will read it. Free of labelled values. */
export interface Failure {
  /** HTTP status. */
  readonly status: number;
  /** A word for programs, e.g. `unsupported_field`. */
  readonly code: string;
  readonly message: string;
  /** What to type or change next. */
  readonly hint: string;
  /** For the response's head: when to try again, the provider's id of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface RenderOptions {
  readonly stream: boolean;
  readonly model: string;
  /** The provider's own tools that it may run on this view; default: none. */
  readonly offered?: readonly string[] | undefined;
}

/** One of the protocols that clients speak, and the provider behind us speaks too. */
export interface Protocol {
  readonly name: ProtocolName;
  /** Where requests go upstream, below the provider's base URL, e.g. `/chat/completions`. */
  readonly path: string;
  /** Throws `RequestError` for what is not in the compatibility table. */
  readonly read: (body: unknown) => ClientRequest;
  /** The upstream's request body for a view. Reasoning in the view belongs to this very prefix. */
  readonly render: (
    request: ClientRequest,
    view: View,
    options: RenderOptions,
  ) => Readonly<Record<string, unknown>>;
  /** Reads a whole upstream response. Throws `UpstreamError`. */
  readonly readReply: (body: unknown) => UpstreamReply;
  /** `onRan` is told of a tool of the provider's before any text is that comes behind it. */
  readonly streamReader: (
    onText: ((delta: string) => void) | undefined,
    onRan?: (tool: string) => void,
  ) => StreamReader;
  /** How a reply goes on that the provider only paused; `undefined`: it has ended. */
  readonly goOn?: (reply: UpstreamReply) =>
    | {
        readonly said: PlainMessage;
        readonly join: (next: UpstreamReply) => UpstreamReply;
      }
    | undefined;
  readonly write: (request: ClientRequest, answer: Answer) => Readonly<Record<string, unknown>>;
  readonly streamWriter: (
    request: ClientRequest,
    start: { readonly id: string; readonly createdMs: number },
  ) => StreamWriter;
  readonly writeFailure: (failure: Failure) => Readonly<Record<string, unknown>>;
}
