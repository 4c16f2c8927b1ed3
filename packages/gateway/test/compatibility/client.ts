/** The tasks of a real client, in no client's words; each file of `clients/` drives one. */

/** A tool that the client executes. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object that allows no other keys. */
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, { readonly type: 'string' }>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

/** JSON Schema of an answer. */
export interface AnswerSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, { readonly type: 'number' }>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** How a conversation begins. */
export interface Opening {
  /** Where the protocols begin, without `/v1`: the one thing that the gateway changes. */
  readonly url: string;
  readonly apiKey: string;
  readonly model: string;
  readonly system: string;
  readonly stream: boolean;
  readonly tools: readonly ClientTool[];
  /** Does what a call asks for, and gives its result. */
  readonly execute: (tool: string, args: unknown) => string;
  /** Asks the model to think first, where the protocol has a word for it. */
  readonly reasoning: boolean;
  /** The schema of the answer. */
  readonly schema: AnswerSchema | undefined;
}

/** One thing that the user says. */
export interface Said {
  readonly text: string;
  /** An image, as base64 of a PNG. */
  readonly png?: string;
}

/** The client's state after it has done what its user said, all calls executed. */
export interface Turn {
  readonly text: string;
  /** How many pieces of text came; 1 where nothing is streamed. */
  readonly pieces: number;
  /** The model's reasoning as the client shows it; empty where it shows none. */
  readonly reasoning: string;
  /** Tokens as the client counted them. */
  readonly tokens: number;
}

/** One conversation, whose history the client keeps in its own way. */
export interface Conversation {
  /** Says it, executes calls and sends their results, until there is an answer. */
  readonly say: (said: Said) => Promise<Turn>;
  /** Puts a summary in the place of everything before the user's last turn. */
  readonly compact: (summary: string) => Promise<void> | void;
  readonly close?: () => Promise<void> | void;
}

export type ProtocolTitle = 'Chat Completions' | 'Responses' | 'Messages' | 'Gemini';

/** A client library, and what of the table it cannot ask for. */
export interface Client {
  /** As its package is called. */
  readonly name: string;
  /** The way in which it is used, where there are several, e.g. `previous_response_id`. */
  readonly way?: string;
  readonly version: string;
  readonly protocol: ProtocolTitle;
  /** Features that this client does not have, with the reason. */
  readonly lacks?: Readonly<Partial<Record<string, string>>>;
  /** An additional note for readers of the table. */
  readonly remark?: string;
  /** It reads the input's tokens of a stream from its first event, before they are known. */
  readonly countsInputAtStart?: true;
  /** It shows what the model thought. */
  readonly showsReasoning: boolean;
  readonly open: (opening: Opening) => Promise<Conversation> | Conversation;
}

/** Follows what a conversation said for the user's turn that is under way. */
export class Tally {
  text = '';
  pieces = 0;
  reasoning = '';
  tokens = 0;

  piece(delta: string | null | undefined): void {
    if (delta === undefined || delta === null || delta === '') return;
    this.pieces += 1;
    this.text += delta;
  }

  /** A new generation begins: its text takes the place of the one before. */
  restart(): void {
    this.text = '';
    this.pieces = 0;
  }

  thought(text: string | null | undefined): void {
    this.reasoning += text ?? '';
  }

  get turn(): Turn {
    const { text, pieces, reasoning, tokens } = this;
    return { text, pieces, reasoning, tokens };
  }
}
