import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../../json.ts';
import { operatorKey, type CommandEnvironment } from './credential.ts';
import { challengeFor, unproven } from './gateway-proof.ts';
import { quoted } from '../show/visible.ts';
import { isLoopback, urlIn } from './where.ts';

const answerMsMax = 30_000;

type Query = Readonly<Record<string, string | number | undefined>>;

export interface ClientOptions {
  readonly url?: string;
}

/** Speaks to the operators' API of one gateway. */
export class OperatorClient {
  readonly url: string;
  readonly #key: string;

  /** Throws `settings-invalid` for an address that would carry the key in the clear. */
  constructor({ url }: ClientOptions, place: CommandEnvironment) {
    this.url = originOf(url ?? urlIn(place.folder));
    this.#key = operatorKey(place);
  }

  async get(path: string, query: Query = {}): Promise<unknown> {
    return await this.#call('GET', pathOf(path, query));
  }

  async post(path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    return await this.#call('POST', path, JSON.stringify(body));
  }

  async delete(path: string): Promise<unknown> {
    return await this.#call('DELETE', path);
  }

  /**
   * The stream of a route, as it comes. Throws where it refuses, where it breaks off, and where
   * nothing comes for half a minute.
   */
  async *stream(path: string, query: Query): AsyncGenerator<Uint8Array> {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    let timer = setTimeout(abort, answerMsMax);
    try {
      const response = await this.#fetch('GET', pathOf(path, query), { signal: controller.signal });
      if (!response.ok) throw refusal(response.status, await valueOf(response), this.url);
      for await (const chunk of chunksOf(response, this.url)) {
        // A slow reader is not the gateway's fault.
        clearTimeout(timer);
        yield chunk;
        timer = setTimeout(abort, answerMsMax);
      }
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }

  async #call(method: string, path: string, body?: string): Promise<unknown> {
    const signal = AbortSignal.timeout(answerMsMax);
    const response = await this.#fetch(method, path, { body, signal });
    const answer = await valueOf(response);
    if (response.ok && answer !== undefined) return answer;
    throw refusal(response.status, answer, this.url);
  }

  async #fetch(
    method: string,
    path: string,
    { body, signal }: { readonly body?: string | undefined; readonly signal: AbortSignal },
  ): Promise<Response> {
    const origin = await this.#proven(signal);
    const headers = {
      authorization: `Bearer ${this.#key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return await this.#send(origin, path, { method, headers, body: body ?? null, signal });
  }

  /**
   * The address where the gateway shows that it listens there. Each time anew: it may have stopped
   * since, and somebody else may have its port.
   */
  async #proven(signal: AbortSignal): Promise<string> {
    const [first, other] = literalOrigins(this.url);
    try {
      return await this.#provenAt(first, signal);
    } catch (error) {
      if (other === undefined || !(error instanceof Unreachable)) throw error;
      return await this.#provenAt(other, signal);
    }
  }

  async #provenAt(origin: string, signal: AbortSignal): Promise<string> {
    const { query, isMet } = challengeFor(this.#key, origin);
    const response = await this.#send(origin, pathOf('/proof', query), { signal });
    const answer = await valueOf(response);
    if (!response.ok || answer === undefined) throw refusal(response.status, answer, this.url);
    if (!isMet(answer)) throw unproven(this.url);
    return origin;
  }

  async #send(origin: string, path: string, request: RequestInit): Promise<Response> {
    try {
      // Where a redirection leads, the key has no business.
      return await fetch(`${origin}/api${path}`, { ...request, redirect: 'error' });
    } catch (cause) {
      // It brings a server and a database: only who needs its words loads it.
      const { tlsProblem } = await import('@sluice/gateway');
      throw new Unreachable(this.url, { cause, problem: tlsProblem(cause) });
    }
  }
}

/** The gateway is there, and refuses. */
export class Refused extends SluiceError {
  /** The HTTP status of its answer. */
  readonly status: number;
  /** The API's own name for what is wrong. */
  readonly apiCode: string;

  constructor(
    { status, apiCode }: { readonly status: number; readonly apiCode: string },
    { message, hint }: { readonly message: string; readonly hint: string },
  ) {
    super('settings-invalid', message, { hint });
    this.status = status;
    this.apiCode = apiCode;
  }
}

/** The gateway gives no answer at all: it may be there again in a moment. */
export class Unreachable extends SluiceError {
  constructor(
    url: string,
    { cause, problem }: { readonly cause: unknown; readonly problem: string | undefined },
  ) {
    const message = `no gateway answers at \`${url}\`${problem === undefined ? '' : `: ${problem}`}`;
    const hint =
      problem === undefined
        ? 'start it with `sluice gateway`, or name its address: `--url URL`'
        : 'correct its certificate, or name its authority’s in `NODE_EXTRA_CA_CERTS`';
    super('settings-invalid', message, { hint, cause });
  }
}

async function* chunksOf({ body }: Response, url: string): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await nextOf(chunks, url);
    if (next.done === true) return;
    yield next.value;
  }
}

async function nextOf(
  chunks: AsyncIterator<Uint8Array>,
  url: string,
): Promise<IteratorResult<Uint8Array>> {
  try {
    return await chunks.next();
  } catch (cause) {
    throw new SluiceError('settings-invalid', `the gateway at \`${url}\` closed the connection`, {
      hint: 'check its log, and try again',
      cause,
    });
  }
}

function pathOf(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:' && isLoopback(url);
  if (url !== undefined && (isPlain || url.protocol === 'https:')) return url.origin;
  throw new SluiceError('settings-invalid', 'this address would send the key unencrypted', {
    hint: 'use https://; http:// is for this machine only: `--url http://127.0.0.1:4141`',
  });
}

/** Without TLS a name may mean two addresses of this machine, and each may be another's. */
function literalOrigins(origin: string): readonly [first: string, other?: string] {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'http:' || hostname !== 'localhost') return [origin];
  const end = port === '' ? '' : `:${port}`;
  return [`http://127.0.0.1${end}`, `http://[::1]${end}`];
}

async function valueOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The gateway's own words: they quote no labelled value, but they come over a wire. */
function refusal(status: number, answer: unknown, url: string): SluiceError {
  const { code, message, hint } = fieldsOf(fieldsOf(answer)['error']);
  if (typeof message !== 'string' || typeof hint !== 'string') {
    return new SluiceError(
      'settings-invalid',
      `what answers at \`${url}\` is not a Sluice gateway`,
      {
        hint: 'name the gateway’s address: `--url URL`',
      },
    );
  }
  if (code === 'unknown_key') return unknownKey(url);
  const apiCode = typeof code === 'string' ? code : '';
  return new Refused({ status, apiCode }, { message: shown(message), hint: shown(hint) });
}

/** The gateway tells an HTTP client which header to send: here it is the key that is wrong. */
function unknownKey(url: string): SluiceError {
  const message = `the gateway at \`${url}\` does not know this operator’s key`;
  return new SluiceError('settings-invalid', message, {
    hint: 'use its own `.sluice/operator.key`, or let an admin make one: `sluice keys add`',
  });
}

function shown(text: string): string {
  return quoted(text).slice(1, -1).replaceAll('\\"', '"');
}
