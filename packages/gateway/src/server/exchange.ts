import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import { isDeeperThan } from './body-depth.ts';

/** One HTTP request and its response, as the routes use them. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client has gone before it had its answer. */
  readonly signal: AbortSignal;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    const controller = new AbortController();
    this.signal = controller.signal;
    response.once('close', () => {
      if (!response.writableEnded) controller.abort();
    });
  }

  /** A header that comes once; `undefined` where it is missing. Throws where it comes twice. */
  header(name: string): string | undefined {
    const values = this.request.headersDistinct[name];
    if (values === undefined || values.length === 0) return undefined;
    if (values.length === 1) return values[0];
    throw new RequestError('duplicate_header', `the header \`${name}\` comes more than once`, {
      hint: 'send it once',
    });
  }

  /** The body as it came. Throws `RequestError` 413 past the limit, 415 for another type. */
  async body(): Promise<Buffer> {
    const type = this.header('content-type') ?? '';
    if (!/^application\/json\s*(?:;|$)/i.test(type)) {
      throw new RequestError('unsupported_media_type', 'the body is not `application/json`', {
        hint: 'send JSON with `content-type: application/json`',
        status: 415,
      });
    }
    if (this.header('content-encoding') !== undefined) {
      throw new RequestError('unsupported_encoding', 'the body is compressed', {
        hint: 'send it without `content-encoding`',
        status: 415,
      });
    }
    return bytesOf(this.request);
  }

  json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
    if (this.response.headersSent) return;
    const text = JSON.stringify(value);
    this.response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    });
    // A body behind HEAD is an error of ours: the client would see a connection that breaks.
    this.response.end(this.request.method === 'HEAD' ? undefined : text);
  }
}

/** All that comes. By its events: an iterator costs as much as reading a small body does. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      if (!request.readableEnded) reject(clientGone());
    };
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= limits.bodyBytesMax) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.once('end', () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    request.once('error', gone);
    request.once('close', gone);
    if (request.destroyed) gone();
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value that a body reads as. Throws `RequestError` 400. */
export function parseBody(bytes: Buffer): unknown {
  if (isDeeperThan(limits.bodyDepthMax, bytes)) throw tooDeep();
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new RequestError('invalid_json', 'the body is not JSON in UTF-8', {
      hint: 'send one JSON object',
    });
  }
}

function tooDeep(): RequestError {
  return new RequestError('body_too_deep', 'the body is nested too deeply', {
    hint: `nest at most ${limits.bodyDepthMax} lists and objects`,
  });
}

/** Nobody reads it; the log tells it apart from a failure of ours. */
function clientGone(): RequestError {
  return new RequestError('client_gone', 'the client went before its request was complete', {
    hint: 'send the whole body',
  });
}

function tooLarge(): RequestError {
  const megabytes = limits.bodyBytesMax / 1_048_576;
  return new RequestError('body_too_large', `the body is larger than ${megabytes} MiB`, {
    hint: 'send files by reference, or start a new conversation',
    status: 413,
  });
}
