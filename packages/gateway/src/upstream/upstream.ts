import { ownTurn } from '@sluice/core';
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { limits } from '../limits.ts';
import { RequestError, UpstreamError } from '../protocol/errors.ts';
import type { Family } from '../protocol/protocol.ts';
import type { Text } from '../store/packed.ts';
import { tlsProblem } from './tls-problem.ts';
import { BrokenOff, wholeResponse, type WholeResponse } from './response.ts';

/** A provider, by name. Its address comes from the settings alone, never from a request. */
export interface UpstreamSettings {
  readonly name: string;
  readonly family: Family;
  /** Where the protocol's paths begin, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** The provider's key, never shown again. */
  readonly apiKey: string | undefined;
}

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, e.g. `/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Text | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** One whose response is read whole. */
export interface WholeRequest extends UpstreamRequest {
  /** Resolves when there is room for a large response. */
  readonly room: () => Promise<void>;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly text: () => Promise<string>;
}

/** Speaks to one provider over connections that are kept open. */
export class Upstream {
  readonly name: string;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #authorization: Readonly<Record<string, string>>;

  constructor({ name, family, baseUrl, apiKey }: UpstreamSettings) {
    const { origin, pathname } = new URL(baseUrl);
    this.name = name;
    this.#prefix = pathname.replace(/\/$/, '');
    this.#authorization = apiKey === undefined ? {} : family.authorization(apiKey);
    this.#pool = new Pool(origin, {
      connections: limits.upstreamConnectionsMax,
      headersTimeout: limits.upstreamHeadersMsMax,
      bodyTimeout: limits.upstreamBodyMsMax,
      pipelining: 1,
    });
  }

  /** Throws `UpstreamError` where no response comes. Redirects are not followed. */
  async send(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { signal } = request;
    try {
      const response = await this.#pool.request({ ...this.#toSend(request), signal });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body,
        text: () => response.body.text(),
      };
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw unreachable(this.name, cause);
    }
  }

  /** The same, read to its end. Throws what broke it off, too. */
  async sendWhole(request: WholeRequest): Promise<WholeResponse> {
    try {
      return await wholeResponse(this.#pool, this.#toSend(request), request);
    } catch (cause) {
      const isOurs = cause instanceof RequestError || cause instanceof UpstreamError;
      if (request.signal.aborted || isOurs || cause instanceof BrokenOff) throw cause;
      throw unreachable(this.name, cause);
    }
  }

  #toSend({ method, path, headers, body }: UpstreamRequest): ToSend {
    return {
      method,
      path: `${this.#prefix}${path}`,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...this.#authorization,
        ...(isInPieces(body) && { 'content-length': String(bytesIn(body)) }),
      },
      body: isInPieces(body) ? Readable.from(encoded(body)) : (body ?? null),
    };
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

interface ToSend {
  readonly method: UpstreamRequest['method'];
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | Readable | null;
}

function isInPieces(body: UpstreamRequest['body']): body is readonly string[] {
  return Array.isArray(body);
}

function bytesIn(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

/** A piece is made when the one before is on its way: others go on in between. */
async function* encoded(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    await ownTurn();
  }
}

function unreachable(name: string, cause: unknown): UpstreamError {
  const problem = tlsProblem(cause);
  if (problem !== undefined) {
    const message = `the upstream \`${name}\` cannot be reached safely: ${problem}`;
    const hint = 'look at its `baseUrl` and certificate with `sluice doctor`';
    return new UpstreamError('upstream_tls_failed', message, { hint, status: 502 });
  }
  return new UpstreamError('upstream_unreachable', `the upstream \`${name}\` does not answer`, {
    hint: 'look at its `baseUrl` with `sluice doctor`',
    status: 502,
  });
}
