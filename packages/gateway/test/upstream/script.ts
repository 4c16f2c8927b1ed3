/** The scripted provider's replies, in no protocol's words. */

export interface ScriptedCall {
  readonly tool: string;
  /** JSON text; the bare input for a custom tool. */
  readonly args: string;
  readonly custom?: boolean;
  /** The namespace in which Responses declares the tool. */
  readonly namespace?: string;
  /** The fields of an item of Responses that is neither of the two: `type`, `action`. */
  readonly item?: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** The model's reasoning; each protocol has its own form, and some sign it. */
  readonly reasoning?: string;
  /** The search that the provider runs, where the request has its own search among the tools. */
  readonly search?: ScriptedSearch;
  /** Why it stopped. Default: by itself, at its end or at its calls. */
  readonly stop?: 'length' | 'filter' | 'pause';
  readonly usage?: ScriptedUsage;
}

export interface ScriptedSearch {
  readonly query: string;
  /** The page that is found, and cited for all of the text. */
  readonly url: string;
}

export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export type Fault =
  /** An error of the provider, in its own words. */
  | { readonly fault: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** An error, word for word. */
  | {
      readonly fault: 'error';
      readonly status: number;
      readonly body: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A response, byte for byte: of a stream, or whole. */
  | { readonly fault: 'bytes'; readonly type: string; readonly text: string }
  /** The request is read, and never answered. */
  | { readonly fault: 'hang' }
  /** The connection breaks: after so many events, or in the middle of a whole response. */
  | { readonly fault: 'truncated'; readonly reply: Reply; readonly afterEvents?: number }
  /** The model runs out of tokens in the arguments of its last call. */
  | { readonly fault: 'half-call'; readonly reply: Reply }
  /** A pause until `goesOn`: after so many events, or before a whole response. */
  | { readonly fault: 'slow'; readonly reply: Reply; readonly goesOn: Promise<unknown> }
  /** Status 200 with a page of HTML, as a proxy on the way sends it. */
  | { readonly fault: 'garbage' };

export type Scripted = Reply | Fault;

/** A call in the transcript that the provider was sent. */
export interface SeenCall {
  readonly id: string;
  readonly tool: string;
  readonly args: string;
}

export interface SeenMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls: readonly SeenCall[];
  /** The call that a result answers. */
  readonly callId?: string | undefined;
}

/** A request as the model behind the provider sees it, the same in each protocol. */
export interface Seen {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly SeenMessage[];
  readonly tools: readonly string[];
  /** The body as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Plays the model: a request in, what it says out. */
export type Script = (seen: Seen) => Scripted | Promise<Scripted>;

/** Says these things in turn, and `Done.` after the last. */
export function inTurn(...scripted: readonly Scripted[]): Script {
  const left = [...scripted];
  return () => left.shift() ?? { text: 'Done.' };
}

/** The type of a stream of events. */
export const sse = 'text/event-stream';
