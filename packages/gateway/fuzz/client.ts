import { request } from 'undici';
import { isBody, type Body } from '../test/upstream/dialect.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Milliseconds after which the client goes away; `undefined`: it waits for the end. */
  readonly leavesMs: number | undefined;
}

/** The response; `undefined` where the client left, or the connection broke. */
export interface Received {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
  /** The body as it came. */
  readonly bytes: Buffer;
  /** Which answer of the gateway it is. */
  readonly decision: string | undefined;
}

export type Outcome =
  | { readonly kind: 'received'; readonly received: Received }
  | { readonly kind: 'left' | 'broken' | 'hung' };

const hangMs = 15_000;

export async function sendTo(url: string, sent: Sent): Promise<Outcome> {
  const { method, path, headers, body, leavesMs } = sent;
  const left = leavesMs === undefined ? undefined : AbortSignal.timeout(leavesMs);
  const signal = left ?? AbortSignal.timeout(hangMs);
  try {
    const response = await request(`${url}${path}`, {
      method,
      headers,
      body: body ?? null,
      signal,
    });
    const bytes = await bytesOf(response.body);
    const text = bytes.toString('utf8');
    const decision = response.headers['x-sluice-decision'];
    const received = {
      status: response.statusCode,
      headers: JSON.stringify(response.headers),
      text,
      bytes,
      decision: typeof decision === 'string' ? decision : undefined,
    };
    return { kind: 'received', received };
  } catch {
    if (!signal.aborted) return { kind: 'broken' };
    return { kind: left === undefined ? 'hung' : 'left' };
  }
}

/**
 * All that came. A stream that ends in the error event of its protocol is broken off on purpose, so
 * that no client takes it for whole; any other that breaks throws.
 */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    const last = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n\n').at(-1) ?? '';
    if (!/"error":|^event: error$|"response\.failed"/m.test(last)) throw error;
  }
  return Buffer.concat(chunks);
}

/** The JSON objects in a response: the data of its events, or all of it. */
export function eventsIn(text: string): readonly Body[] {
  const texts = /^(?:data|event|:)/.test(text)
    ? text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
    : [text];
  return texts.flatMap((each) => {
    try {
      const value: unknown = JSON.parse(each);
      return isBody(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

/**
 * Texts of a stream come in pieces: this puts the pieces of each field together again, so that what
 * stands in several of them is found.
 */
export function joinedFields(events: readonly Body[]): string {
  const fields = new Map<string, string>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string') fields.set(name, `${fields.get(name) ?? ''}${value}`);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      visit(member, Array.isArray(value) ? name : key);
    }
  };
  for (const event of events) visit(event, '');
  return [...fields.values()].join('\n');
}
