import { limits } from '../limits.ts';
import type { UpstreamError } from '../protocol/errors.ts';
import { isRecord } from '../protocol/shared/fields.ts';
import { errorInside, errorResponse } from '../protocol/shared/provider-error.ts';
import type { UpstreamResponse } from './upstream.ts';

/**
 * The client's error for a response that is no answer. Only a known code is taken from its text.
 */
export async function errorOf({ status, headers, body }: UpstreamResponse): Promise<UpstreamError> {
  return errorResponse(status, { headers, body: valueOf(await startOf(body)) });
}

/** A text that is JSON, and short enough for an error. */
export function valueOf(text: string): unknown {
  if (text.length > limits.upstreamErrorBytesMax) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Leaving the loop lets go of the rest. */
async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > limits.upstreamErrorBytesMax) break;
    }
  } catch {
    // An error that broke off is read as far as it came.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The provider's error that came, at a status of 200, where an answer was to come. */
export function errorInstead(body: unknown): UpstreamError | undefined {
  if (!isRecord(body) || body['error'] === undefined || body['error'] === null) return undefined;
  return errorInside(body);
}

/** A response that was to be a stream: until it is, as much is kept of it as an error may have. */
export class Beginning {
  isStream = false;
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body;
  }

  /** Too long for an error where one byte more was kept. */
  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      if (!this.isStream && this.#bytes <= limits.upstreamErrorBytesMax) {
        this.#chunks.push(chunk);
        this.#bytes += chunk.byteLength;
      }
      yield chunk;
    }
  }
}
