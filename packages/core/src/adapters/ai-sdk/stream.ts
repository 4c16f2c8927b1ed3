import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider';
import type { PlainMessage } from '../../history/plain.ts';
import { finishOf } from './reply.ts';
import type { Replied } from '../shared/guarded-run.ts';

type Stream = ReadableStream<LanguageModelV4StreamPart>;

/**
 * Replies as streams. A step may stream the text of drafts that came to nothing (their calls were
 * refused): the app's transcript then holds more text than the reply. `asReplied` gives the reply's
 * own text back, so that the session recognises its answer.
 */
export class ReplyStreams {
  readonly #replied: Map<string, string> = new Map();

  /** Opens the stream with the first text or at the end of the step; rejects where that fails. */
  open(
    step: (onText: (delta: string) => void) => Promise<Replied>,
    { warnings }: { readonly warnings: SharedV4Warning[] } = { warnings: [] },
  ): Promise<Stream> {
    return new Promise((resolve, reject) => {
      let writer: StreamWriter | undefined;
      const begin = (): StreamWriter => {
        writer ??= new StreamWriter(resolve, warnings);
        return writer;
      };
      step((delta) => begin().text(delta)).then(
        (replied) => this.#remember(begin().end(replied), replied),
        (error: unknown) => (writer === undefined ? reject(error) : writer.fail(error)),
      );
    });
  }

  asReplied(messages: readonly PlainMessage[]): readonly PlainMessage[] {
    return messages.map((message) => {
      if (message.role !== 'assistant' || message.calls.length > 0) return message;
      return { ...message, text: this.#replied.get(message.text) ?? message.text };
    });
  }

  #remember(written: string, { text, calls }: Replied): void {
    if (calls.length === 0 && written !== text) this.#replied.set(written, text);
  }
}

/** Writes one reply as stream parts. */
class StreamWriter {
  readonly #enqueue: (part: LanguageModelV4StreamPart) => void;
  readonly #close: () => void;
  #blocks = 0;
  #open: string | undefined;
  #written = '';

  constructor(opened: (stream: Stream) => void, warnings: SharedV4Warning[]) {
    let controller: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined;
    const stream: Stream = new ReadableStream({
      start: (own) => {
        controller = own;
      },
      cancel: () => {
        controller = undefined;
      },
    });
    this.#enqueue = (part) => controller?.enqueue(part);
    this.#close = () => controller?.close();
    this.#enqueue({ type: 'stream-start', warnings });
    opened(stream);
  }

  text(delta: string): void {
    if (this.#open === undefined) {
      this.#blocks += 1;
      this.#open = `text-${this.#blocks}`;
      this.#enqueue({ type: 'text-start', id: this.#open });
    }
    this.#written += delta;
    this.#enqueue({ type: 'text-delta', id: this.#open, delta });
  }

  /** Writes what has not been streamed yet. Returns all the text that the app has now. */
  end(replied: Replied): string {
    if (replied.text !== this.#written && replied.text !== '') {
      this.#endText();
      this.text(replied.text);
    }
    this.#endText();
    for (const { id, tool, args } of replied.calls) {
      this.#enqueue({ type: 'tool-call', toolCallId: id, toolName: tool, input: args });
    }
    this.#enqueue({ type: 'finish', ...finishOf(replied) });
    this.#close();
    return this.#written;
  }

  fail(error: unknown): void {
    this.#enqueue({ type: 'error', error });
    this.#close();
  }

  #endText(): void {
    if (this.#open !== undefined) this.#enqueue({ type: 'text-end', id: this.#open });
    this.#open = undefined;
  }
}
