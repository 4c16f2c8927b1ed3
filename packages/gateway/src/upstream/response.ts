import { createParser } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { limits } from '../limits.ts';
import { RequestError, UpstreamError } from '../protocol/errors.ts';
import type { UpstreamReply } from '../protocol/protocol.ts';
import { JsonScan } from '../protocol/shared/json.ts';
import { isLarge } from '../protocol/shared/pace.ts';

/** A response that was read to its end. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** A number stands in it that JavaScript would write otherwise. */
  readonly hasExactNumbers: boolean;
}

/** The response began and has no end that we know. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

/**
 * Sends a request and reads its response whole, by undici's events: a stream of a response that is
 * read whole anyway costs more than the rest. A large one is read on once `room` was given. Rejects
 * with `BrokenOff` where the response breaks off, with `UpstreamError` where it is too large, else
 * with what undici and `room` say, and with the signal's reason.
 */
export async function wholeResponse(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { signal, room }: Beside,
): Promise<WholeResponse> {
  const reading = new Reading({ signal, room });
  signal.addEventListener('abort', reading.abort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      dispatcher.dispatch(options, reading.handler({ resolve, reject }));
    });
  } finally {
    signal.removeEventListener('abort', reading.abort);
  }
}

const utf8 = new TextDecoder();

interface Settle {
  readonly resolve: (response: WholeResponse) => void;
  readonly reject: (cause: unknown) => void;
}

interface Beside {
  readonly signal: AbortSignal;
  readonly room: () => Promise<void>;
}

class Reading {
  readonly #signal: AbortSignal;
  readonly #room: () => Promise<void>;
  /** Why it is not read on. */
  #refusal: unknown;
  readonly #chunks: Buffer[] = [];
  readonly #scan = new JsonScan({
    depthMax: limits.bodyDepthMax,
    nodesMax: limits.bodyNodesMax,
  });
  #bytes = 0;
  #begun: Pick<WholeResponse, 'status' | 'headers'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;

  constructor({ signal, room }: Beside) {
    this.#signal = signal;
    this.#room = room;
  }

  readonly abort = (): void => {
    this.#controller?.abort(new Error('aborted'));
  };

  handler({ resolve, reject }: Settle): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (controller) => {
        this.#controller = controller;
        if (this.#signal.aborted) this.abort();
      },
      onResponseStart: (_, status, headers) => {
        if (status >= 200) this.#begun = { status, headers };
      },
      onResponseData: (controller, chunk) => {
        const wasLarge = isLarge(this.#bytes);
        this.#bytes += chunk.byteLength;
        const isPast = this.#bytes > limits.upstreamBytesMax;
        if (isPast || this.#scan.add(chunk).past !== undefined) return this.#refuse(tooLarge());
        this.#chunks.push(chunk);
        if (wasLarge || !isLarge(this.#bytes)) return;
        controller.pause();
        this.#room().then(
          () => controller.resume(),
          (cause: unknown) => this.#refuse(cause),
        );
      },
      onResponseEnd: () => {
        if (this.#begun === undefined) reject(new BrokenOff('it did not begin'));
        else resolve({ ...this.#begun, ...this.#whole() });
      },
      onResponseError: (_, cause) => {
        if (this.#signal.aborted) reject(this.#signal.reason);
        else if (this.#refusal !== undefined) reject(this.#refusal);
        else reject(this.#begun === undefined ? cause : new BrokenOff('it broke off', { cause }));
      },
    };
  }

  #refuse(cause: unknown): void {
    this.#refusal ??= cause;
    this.#controller?.abort(new Error('not read on'));
  }

  #whole(): Pick<WholeResponse, 'text' | 'hasExactNumbers'> {
    const [first, ...others] = this.#chunks;
    const whole = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#chunks);
    return { text: utf8.decode(whole), hasExactNumbers: this.#scan.end().hasExactNumbers };
  }
}

interface ServerEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** The events of a stream until it ends or breaks: what has not come is not made up. */
export async function* events(
  chunks: AsyncIterable<Uint8Array>,
  room: () => Promise<void>,
): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void waiting.push({ event, data }),
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  /** Since the last event. */
  let open = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      // The reader knows that it has not seen the end.
      if (bytes > limits.upstreamStreamBytesMax) return;
      open += chunk.byteLength;
      if (open > limits.upstreamBytesMax) break;
      if (isLarge(open)) await room();
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (waiting.length > 0) open = 0;
      yield* waiting.splice(0);
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // The connection broke: the reader knows that it has not seen the end.
  }
  if (open > limits.upstreamBytesMax) throw tooLarge();
}

/** Short ones cannot: most events of a stream are some letters. */
export function holdsTooMuch(data: string): boolean {
  if (data.length <= limits.bodyNodesMax) return false;
  const bounds = { depthMax: limits.bodyDepthMax, nodesMax: limits.bodyNodesMax };
  return new JsonScan(bounds).add(Buffer.from(data)).past !== undefined;
}

/** The reply as it is. Throws `UpstreamError` for one that says more than any model does. */
export function bounded(reply: UpstreamReply): UpstreamReply {
  const { text, calls, reasoning } = reply;
  const units = unitsIn([text, calls.map(({ args }) => args), reasoning]);
  if (units > limits.replyUnitsMax) throw tooLarge();
  return reply;
}

export function tooLarge(): UpstreamError {
  return new UpstreamError('upstream_too_large', 'the provider’s answer is larger than is read', {
    hint: 'ask for a shorter answer',
    status: 502,
    headers: { 'x-should-retry': 'false' },
  });
}

/** Characters of all texts in a JSON value. */
function unitsIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + unitsIn(each), 0);
}
