import type { DraftCall, ModelReply, Usage } from './chat-model.ts';

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
