import type { MiddlewareHandler } from 'hono';
import { RequestError } from '../protocol/errors.ts';
import { operatorLimits } from './limits.ts';

/**
 * Reads the body of a POST up to the limit, before anything looks into it. (The library's own
 * middleware for this needs the process's global `Request` replaced.)
 */
export const boundedBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  if (raw.method === 'POST' && raw.body !== null) {
    const body = await bytesOf(raw.body);
    context.req.raw = new Request(raw.url, { method: 'POST', headers: raw.headers, body });
  }
  await next();
};

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > operatorLimits.bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(): RequestError {
  const hint = `keep it under ${operatorLimits.bodyBytesMax} bytes`;
  return new RequestError('body_too_large', 'the body is too large', { hint, status: 413 });
}
