import { createParser } from 'eventsource-parser';
import { type Dispatcher, request } from 'undici';
import type { Message } from '../message.ts';
import { messageIn, textOf } from '../message.ts';

export interface Asking {
  readonly verb: 'POST' | 'GET' | 'DELETE';
  readonly message?: Message | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** How a server begins its answer. */
export interface Head {
  readonly status: number;
  readonly isStream: boolean;
  readonly session: string | undefined;
  /** The sign-in that it wants before it answers (`www-authenticate`). */
  readonly challenge: string | undefined;
}

export interface Hearing {
  readonly head: (head: Head) => void;
  /** The next message is read once this settles. */
  readonly message: (message: Message, eventId: string | undefined) => Promise<void>;
  /** Lines of a stream that are no message: a sign of life, where to go on from, when to return. */
  readonly aside: (lines: string) => void;
}

/** How requests reach a server. */
export interface ServerWay {
  /** Settles once nothing more comes; rejects where the answer broke off. */
  readonly ask: (asking: Asking, hearing: Hearing) => Promise<void>;
}

/** A server at an address: each request is one of HTTP. Redirections are not followed. */
export class HttpServerWay implements ServerWay {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #dispatcher: Dispatcher;

  constructor(
    url: string,
    { headers, dispatcher }: { headers: Readonly<Record<string, string>>; dispatcher: Dispatcher },
  ) {
    this.#url = url;
    this.#headers = headers;
    this.#dispatcher = dispatcher;
  }

  async ask({ verb, message, headers, signal }: Asking, hearing: Hearing): Promise<void> {
    const {
      statusCode,
      headers: got,
      body,
    } = await request(this.#url, {
      method: verb,
      dispatcher: this.#dispatcher,
      signal,
      headers: {
        accept: verb === 'GET' ? eventStream : `application/json, ${eventStream}`,
        ...(message === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...this.#headers,
      },
      body: message === undefined ? null : textOf(message),
    });
    const isStream = headerIn(got, 'content-type')?.startsWith(eventStream) === true;
    const session = headerIn(got, 'mcp-session-id');
    const challenge = headerIn(got, 'www-authenticate');
    hearing.head({ status: statusCode, isStream, session, challenge });
    if (isStream) return await hearStream(body.setEncoding('utf8'), hearing);
    const single = messageIn(await body.text());
    if (single !== undefined) await hearing.message(single, undefined);
  }
}

const eventStream = 'text/event-stream';

type Came =
  | { readonly kind: 'event'; readonly data: string; readonly id: string | undefined }
  | { readonly kind: 'aside'; readonly lines: string };

async function hearStream(body: AsyncIterable<unknown>, hearing: Hearing): Promise<void> {
  let came: Came[] = [];
  const aside = (lines: string): void => void came.push({ kind: 'aside', lines });
  const parser = createParser({
    onComment: () => aside(': '),
    onRetry: (ms) => aside(`retry: ${ms}`),
    onEvent: ({ data, id }) => void came.push({ kind: 'event', data, id }),
  });
  for await (const chunk of body) {
    parser.feed(String(chunk));
    const all = came;
    came = [];
    for (const each of all) await hearOne(each, hearing);
  }
}

async function hearOne(came: Came, hearing: Hearing): Promise<void> {
  if (came.kind === 'aside') return hearing.aside(came.lines);
  const { data, id } = came;
  const message = messageIn(data);
  if (message !== undefined) return await hearing.message(message, id);
  if (data === '' && id !== undefined) hearing.aside(`id: ${id}\ndata: `);
}

function headerIn(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
