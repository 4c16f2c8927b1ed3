import type { ModelReply, PlainCall, PlainMessage, PlainTool, Usage, View } from '@sluice/core';
import type { Address, Route } from './route.ts';
import type { BodyReport } from './shared/place.ts';

/**
 * A client's request, in no provider's words. Made by `Protocol.read`, which passes no field on
 * that it does not know: it is read into the messages, stands in `params` because it is inert, is
 * left out and reported, or the request is refused.
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
  readonly report: BodyReport;
}

/** The provider's reply besides text and calls; for the response to the client alone. */
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
  /** The reply so far; truncated unless the protocol's own end was seen. */
  readonly reply: () => UpstreamReply;
  /** True if the provider has said why it stopped: before that, a stream that ends was cut off. */
  readonly hasEnded: () => boolean;
}

/** The response to the client: one, however many generations produced it. */
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
   * A text of ours for the client's user, who sees it at once: no part of the answer, before or
   * behind text of it (`noticeOf`).
   */
  readonly notice: (text: string) => string;
  /**
   * Keeps a connection open that waits for a person: an event that clients count as one, and that
   * none could mistake for content.
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
  /** The next thing to type or change. */
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

/** Providers that are reached in one way; `gateway.yaml` names upstreams by it. */
export interface Family {
  /** A setting of each profile: `openai: NAME_OF_AN_UPSTREAM`. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** The upstream that is there where no settings name one; without an address, none is. */
  readonly provider: { readonly baseUrl?: string; readonly keyFrom: string };
  /** The variable in which most of its clients look for an address, and what they want behind. */
  readonly client: { readonly variable: string; readonly path: '' | '/v1' };
  /** Where its providers list their models, and what they want to be told besides the key. */
  readonly models: { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  /** The headers that carry the provider's key. */
  readonly authorization: (apiKey: string) => Readonly<Record<string, string>>;
}

/** Where a client's key may stand: in a header, behind `scheme` if that is named, or in a query. */
export type KeyPlace =
  | { readonly name: string; readonly scheme?: string; readonly in?: undefined }
  | { readonly name: string; readonly in: 'query' };

/** The form that a client wants of the answer, where it stands among the params of a request. */
export interface AnswerForm {
  /** Whatever of it may hold text that the client declares: names and descriptions in a schema. */
  readonly of: (params: ClientRequest['params']) => readonly unknown[];
  /** The params without it, for a view that it must not stand in. */
  readonly without: (params: ClientRequest['params']) => ClientRequest['params'];
}

/** An answer of ours as its client holds it. */
export type StoredAnswer = Pick<Answer, 'text' | 'calls' | 'stop'> & Pick<ClientRequest, 'custom'>;

/** One message of what a client holds: its own, or an answer of ours. */
export type InputTurn =
  | { readonly kind: 'sent'; readonly message: PlainMessage }
  | { readonly kind: 'answer'; readonly id: string; readonly answer: StoredAnswer };

/** An answer that a client names, and what stood before it in its transcript. */
export interface FoundAnswer {
  readonly answer: StoredAnswer;
  readonly turnsBefore: () => Promise<readonly InputTurn[]>;
}

/** Looks among the answers of this client's tenant and profile alone. */
export type FindAnswer = (answerId: string) => Promise<FoundAnswer | undefined>;

/** For clients that name an answer of ours by its id instead of sending it again. */
export interface AnswersById {
  /** The body with the items that it only names put in; to be called before `read`. */
  readonly resolve: (body: unknown, find: FindAnswer) => Promise<unknown>;
  /** False where a body names nothing, whatever it means; asked before the body is read. */
  readonly mayName: (body: Buffer) => boolean;
  /**
   * A body for the provider, which knows no answer of ours: what only names one is put in, as its
   * client holds it. `undefined` where the body cannot be read.
   */
  readonly forProvider: (body: unknown, find: FindAnswer) => Promise<unknown>;
  /**
   * The response as its client had it in the end; `undefined` where the client wants none kept.
   * `sent`: the text that was streamed before the answer was known.
   */
  readonly kept: (
    request: ClientRequest,
    answer: Answer,
    sent: string,
  ) => Readonly<Record<string, unknown>> | undefined;
  /** How many messages at the beginning hold for this request alone. */
  readonly instructions: (request: ClientRequest) => number;
}

/** For clients that ask how many tokens a request has. */
export interface CountTokens {
  readonly read: (body: unknown, at: Address) => ClientRequest;
  readonly render: (
    request: ClientRequest,
    view: View,
    model: string,
  ) => Readonly<Record<string, unknown>>;
}

/** Whatever clients may call: its addresses, keys, headers and errors. */
export interface Front {
  readonly name: string;
  /** Its upstream stands in this setting of a profile. */
  readonly family: Family;
  readonly routes: readonly Route[];
  readonly keyPlaces: readonly KeyPlace[];
  /**
   * The headers of the client that the provider may see; `drop` is told of any other. `pass`:
   * values of theirs that the operator lets pass.
   */
  readonly passedHeaders: (
    header: (name: string) => string | undefined,
    drop: (what: string) => void,
    pass: ReadonlySet<string>,
  ) => Readonly<Record<string, string>>;
  readonly writeFailure: (failure: Failure) => Readonly<Record<string, unknown>>;
}

/**
 * One of the protocols in which clients ask a model, and the provider behind us speaks it too. The
 * optional members are what not every protocol can do.
 */
export interface Protocol extends Front {
  /** Takes what it drops out of `body`. Throws `RequestError` for what its tables refuse. */
  readonly read: (body: unknown, at: Address) => ClientRequest;
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
  readonly form: AnswerForm;
  /** Marks of ours that a client sends back, and that a provider would refuse. */
  readonly ownMarks?: {
    /** False where a body holds none; asked before the body is read. */
    readonly mayHold: (body: Buffer) => boolean;
    readonly without: (body: unknown) => unknown;
  };
  readonly countTokens?: CountTokens;
  readonly answersById?: AnswersById;
  readonly write: (request: ClientRequest, answer: Answer) => Readonly<Record<string, unknown>>;
  readonly streamWriter: (
    request: ClientRequest,
    start: { readonly id: string; readonly createdMs: number },
  ) => StreamWriter;
}
