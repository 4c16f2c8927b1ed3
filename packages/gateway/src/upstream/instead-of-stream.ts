import { limits } from '../limits.ts';
import type { UpstreamError } from '../protocol/errors.ts';
import { isRecord } from '../protocol/shared/fields.ts';
import { errorInside } from '../protocol/shared/provider-error.ts';

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

/** The provider's error that came, at a status of 200, where an answer was to come. */
export function errorInstead(body: unknown): UpstreamError | undefined {
  if (!isRecord(body) || body['error'] === undefined || body['error'] === null) return undefined;
  return errorInside(body);
}
