import { request } from 'node:http';
import type { Rig } from '../gateway/harness.ts';

/** A header with several values is sent so often. */
export type RawHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface RawRequest {
  readonly method?: string;
  /** As it stands in the request line: nothing is made of it. */
  readonly path?: string;
  readonly headers?: RawHeaders;
  readonly body?: string | Uint8Array;
  /** Told what has come so far, each time that more comes. */
  readonly onText?: (text: string) => void;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The connection broke before the end. */
  readonly isBroken: boolean;
}

/** One request exactly as written, which no client library would send. */
export async function send(rig: Rig, raw: RawRequest): Promise<RawResponse> {
  const { hostname, port, host } = new URL(rig.gateway().url);
  const { method = 'POST', path = '/v1/chat/completions', headers = {}, body, onText } = raw;
  const all: RawHeaders = { host, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).flatMap(([name, values]) => {
    const list = typeof values === 'string' ? [values] : values;
    return list.flatMap((value) => [name, value]);
  });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: lines, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          onText?.(text);
        });
        response.on('error', () => {});
        response.on('close', () => {
          const { statusCode: status = 0, headers: given, complete } = response;
          resolve({ status, headers: given, text, isBroken: !complete });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function bearer(key: string): RawHeaders {
  return { authorization: `Bearer ${key}` };
}

/** A small request that is as it should be. */
export const goodBody: Readonly<Record<string, unknown>> = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'Hello.' }],
};

export function sendJson(rig: Rig, body: unknown): Promise<RawResponse> {
  return send(rig, { headers: bearer(rig.key), body: JSON.stringify(body) });
}
