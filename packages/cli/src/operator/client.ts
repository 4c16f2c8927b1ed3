import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../files.ts';
import { operatorKey, type Place } from './credential.ts';
import { quoted } from './visible.ts';

/** Where the gateway listens unless it is told otherwise. */
export const usualUrl = 'http://127.0.0.1:4141';

const answerMsMax = 30_000;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface ClientOptions {
  readonly url?: string;
}

/** Speaks to the operators' API of one gateway. */
export class OperatorClient {
  readonly url: string;
  readonly #key: string;

  /** Throws `settings-invalid` for an address that would carry the key in the clear. */
  constructor({ url = usualUrl }: ClientOptions, place: Place) {
    this.url = originOf(url);
    this.#key = operatorKey(place);
  }

  async get(
    path: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<unknown> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const text = new URLSearchParams(given).toString();
    return await this.#call('GET', text === '' ? path : `${path}?${text}`);
  }

  async post(path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    return await this.#call('POST', path, JSON.stringify(body));
  }

  async delete(path: string): Promise<unknown> {
    return await this.#call('DELETE', path);
  }

  async #call(method: string, path: string, body?: string): Promise<unknown> {
    const response = await this.#fetch(method, path, body);
    const answer = await valueOf(response);
    if (response.ok && answer !== undefined) return answer;
    throw refusal(answer, this.url);
  }

  async #fetch(method: string, path: string, body: string | undefined): Promise<Response> {
    try {
      return await fetch(`${this.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body ?? null,
        // Where a redirection leads, the key has no business.
        redirect: 'error',
        signal: AbortSignal.timeout(answerMsMax),
      });
    } catch (cause) {
      throw new Unreachable(this.url, cause);
    }
  }
}

/** The gateway gives no answer at all: it may be there again in a moment. */
export class Unreachable extends SluiceError {
  constructor(url: string, cause: unknown) {
    super('settings-invalid', `no gateway answers at \`${url}\``, {
      hint: 'start it with `sluice gateway`, or say where it is with `--url`',
      cause,
    });
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:' && loopback.test(url.hostname);
  if (url !== undefined && (isPlain || url.protocol === 'https:')) return url.origin;
  throw new SluiceError('settings-invalid', 'this address would carry the key in the clear', {
    hint: 'use https://, or http:// on this machine alone: `--url http://127.0.0.1:4141`',
  });
}

async function valueOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The gateway's own words: they quote no labelled value, but they come over a wire. */
function refusal(answer: unknown, url: string): SluiceError {
  const { message, hint } = fieldsOf(fieldsOf(answer)['error']);
  if (typeof message !== 'string' || typeof hint !== 'string') {
    return new SluiceError('settings-invalid', `what answers at \`${url}\` is no gateway`, {
      hint: 'say where the gateway is with `--url`',
    });
  }
  return new SluiceError('settings-invalid', shown(message), { hint: shown(hint) });
}

function shown(text: string): string {
  return quoted(text).slice(1, -1).replaceAll('\\"', '"');
}
