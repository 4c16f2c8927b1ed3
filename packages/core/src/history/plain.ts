/**
 * Messages without labels, in no provider's format: what a model is shown, and what a framework
 * hands us. Text in here has left its label: it is either a view (already redacted) or raw input.
 */
export type PlainPart =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** A label's text: who sent the part says that it carries at least this. Raw input alone. */
      readonly least?: string | undefined;
    }
  /** An image, a file, or anything that we do not read. `data` is passed on untouched. */
  | {
      readonly kind: 'opaque';
      readonly mediaType: string;
      readonly data: unknown;
      /** As that of a text. */
      readonly least?: string | undefined;
    };

export interface PlainCall {
  readonly id: string;
  readonly tool: string;
  /** The arguments as JSON text, exactly as they were written. */
  readonly args: string;
}

export type PlainMessage =
  | { readonly role: 'system' | 'user'; readonly parts: readonly PlainPart[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly PlainCall[];
      /** As the model port gave it (`ModelReply.reasoning`); it belongs to one prefix alone. */
      readonly reasoning?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly tool: string;
      readonly parts: readonly PlainPart[];
      /** The tool failed, as its caller says: its text may echo anything. */
      readonly failed?: boolean | undefined;
    };

export interface PlainTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * It is no tool: `parameters` is the form that the client wants of the answer, which stands in a
   * view as long as its label flows to it. Never read from what a client wrote.
   */
  readonly isForm?: true | undefined;
}

/** The messages and tools that one generation sees. */
export interface View {
  readonly messages: readonly PlainMessage[];
  readonly tools: readonly PlainTool[];
}
