import type { PlainPart, View } from '../history/plain.ts';

/**
 * Stands in `ran` where a reply holds a part that nobody can read: it has the highest label, and so
 * has all of the reply.
 */
export const unreadPart = 'unknown block';

/** The result of one generation. No call means that the text is the answer. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly DraftCall[];
  /** `truncated`: the model stopped in the middle; its last call may be half a call. */
  readonly stop: 'complete' | 'truncated';
  readonly usage?: Usage | undefined;
  /** Tools that the provider has run for it: what they found has a part in all of the reply. */
  readonly ran?: readonly string[] | undefined;
  /** Whoever asked wants JSON: of a text that is none, it is not known what they read in it. */
  readonly structured?: boolean | undefined;
  /**
   * Data that the provider wants back with this very prefix (reasoning blocks, signatures). Never
   * read; it carries the label of the generation, and each later view shows it or leaves it out.
   */
  readonly reasoning?: unknown;
  /** Anything else that the port hands to whoever asked for the step; never read, never kept. */
  readonly provider?: unknown;
}

/** A tool call as a model wrote it, before anything has looked at it. */
export interface DraftCall {
  readonly tool: string;
  /** JSON text as the model wrote it; it need not parse. */
  readonly args: string;
  /** The tool would get another number than stands here: the call does not run. */
  readonly isRounded?: boolean | undefined;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
}

export interface ModelRequest {
  readonly view: View;
  /** Tools of the provider's own that it may run on this view. Any other must not be sent. */
  readonly providerTools?: readonly string[] | undefined;
  /** Forces a call of this tool (the judge's list of regions). */
  readonly mustCall?: string | undefined;
}

export interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Receives text as it comes. Given only where the view's label flows to the answer's ceiling. */
  readonly onText?: ((delta: string) => void) | undefined;
}

/** Turns a view into a reply. It sees nothing but the view, and decides nothing. */
export interface ChatModel {
  /** The name by which a policy's clearances know it, e.g. `openai:gpt-4o`. */
  readonly name: string;
  readonly generate: (request: ModelRequest, options: GenerateOptions) => Promise<ModelReply>;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** How many characters a reply and the arguments of its calls have. */
export function lengthOf({ text, calls }: ModelReply): number {
  return calls.reduce((sum, { args }) => sum + args.length, text.length);
}

/** The text of parts, opaque ones left out. */
export function textOf(parts: readonly PlainPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

interface PartialCall {
  tool: string;
  args: string;
}

/** A reply while it is being read. It is truncated until somebody says that it is complete. */
export class PartialReply {
  complete = false;
  usage: Usage | undefined;
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #calls: PartialCall[] = [];
  #text = '';

  constructor(onText?: (delta: string) => void) {
    this.#onText = onText;
  }

  addText(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    this.#onText?.(delta);
  }

  /** Starts a call; what is written to the returned object later becomes part of it. */
  addCall(tool: string, args = ''): PartialCall {
    const call = { tool, args };
    this.#calls.push(call);
    return call;
  }

  toReply(): ModelReply {
    const calls: DraftCall[] = this.#calls.map(({ tool, args }) => ({ tool, args }));
    const stop = this.complete ? 'complete' : 'truncated';
    return { text: this.#text, calls, stop, ...(this.usage && { usage: this.usage }) };
  }
}

/**
 * The chunks of a stream up to where it ends or breaks; `onBreak` is told of a break. An error of
 * whoever reads the chunks is not a break: it passes through.
 */
export async function* untilBroken<Chunk>(
  stream: AsyncIterable<Chunk>,
  onBreak: (error: unknown) => void,
): AsyncGenerator<Chunk> {
  try {
    yield* stream;
  } catch (error) {
    onBreak(error);
  }
}

/** Both together; a generation that does not say what it used counts as nothing. */
export function addUsage(one: Usage, other: Usage = noUsage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
  };
}

/** The usage between two readings of a sum that only grows. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    cachedInputTokens: after.cachedInputTokens - before.cachedInputTokens,
  };
}
