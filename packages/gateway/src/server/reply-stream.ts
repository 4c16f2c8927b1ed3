import type { ServerResponse } from 'node:http';
import { limits } from '../limits.ts';
import type { Answer, Failure, StreamWriter } from '../protocol/protocol.ts';

interface ReplyStreamOptions {
  readonly writer: StreamWriter;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing is said before the answer: till then an error is a response with a status. */
  readonly isWhole?: boolean;
}

/** A response as server-sent events. It begins with the first thing that there is to say. */
export class ReplyStream {
  readonly #response: ServerResponse;
  readonly #writer: StreamWriter;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timer: NodeJS.Timeout;
  /** Works during which it does not begin by itself. */
  #silences: number;

  constructor(response: ServerResponse, { writer, headers, isWhole }: ReplyStreamOptions) {
    this.#response = response;
    this.#writer = writer;
    this.#headers = headers;
    this.#silences = isWhole === true ? 1 : 0;
    // While a text is held back, or a person is asked, the client must not take the line for dead.
    this.#timer = setInterval(() => {
      if (this.hasBegun || this.#silences === 0) this.#send(() => writer.keepAlive());
    }, limits.keepAliveMsMax);
    this.#timer.unref();
  }

  get hasBegun(): boolean {
    return this.#response.headersSent;
  }

  readonly text = (delta: string): void => {
    this.#send(() => this.#writer.text(delta));
  };

  /**
   * Does work that may end in an error: a response that has not begun can have the status of one,
   * by which clients know that they are not to send the request again.
   */
  async silently(work: () => Promise<void>): Promise<void> {
    this.#silences += 1;
    try {
      await work();
    } finally {
      this.#silences -= 1;
    }
  }

  /** For the client's user alone. */
  notice(text: string): void {
    this.#send(() => this.#writer.notice(text));
  }

  end(answer: Answer): void {
    this.stop();
    this.#send(() => this.#writer.end(answer));
    this.#response.end();
  }

  /** Says nothing more. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Only where the response has begun; before that an error is a response of its own. The error is
   * said, and the connection broken: a client that overlooks the one must not take what it has for
   * all of it.
   */
  fail(failure: Failure): void {
    this.stop();
    this.#send(() => this.#writer.fail(failure));
    this.#response.write('', () => this.#response.destroy());
  }

  /** `write` is asked when what comes before it is written: a writer counts its events. */
  #send(write: () => string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (!this.hasBegun) {
      this.#response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-store',
        'x-accel-buffering': 'no',
        ...this.#headers,
      });
      this.#response.write(this.#writer.begin());
    }
    this.#response.write(write());
    // A reader that takes nothing for so long is not worth the memory.
    if (this.#response.writableLength > limits.unreadBytesMax) this.#response.destroy();
  }
}
