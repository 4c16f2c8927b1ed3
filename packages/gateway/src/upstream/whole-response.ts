import type { Dispatcher } from 'undici';
import { limits } from '../limits.ts';
import { isLarge } from '../protocol/shared/pace.ts';
import { JsonScan } from '../protocol/shared/json-scan.ts';
import { tooLarge } from './reply-bounds.ts';

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
