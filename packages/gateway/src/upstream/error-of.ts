import { limits } from '../limits.ts';
import type { UpstreamError } from '../protocol/errors.ts';
import { errorResponse } from '../protocol/shared/provider-error.ts';
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
