import { createParser } from 'eventsource-parser';
import { type Dispatcher, request as httpRequest } from 'undici';
import { legacy, modern, type Era } from '../wire/era.ts';
import { Inbox } from '../wire/inbox.ts';
import { at, type Fields, headerOf, type Message, messageOf } from '../wire/message.ts';
import type { Answer, Connection, Opening, Pending, Sent } from './connection.ts';
import { framed, initializeParams, mirrored } from './framing.ts';

interface Opened extends Opening {
  readonly url: string;
  readonly era: Era;
  readonly dispatcher: Dispatcher;
}

/** A client over streamable HTTP that shows each byte it got. */
export async function connectHttp(opening: Opened): Promise<Connection> {
  const client = new HttpClient(opening);
  if (opening.era === legacy && opening.initialize !== false) await client.open();
  return client;
}

interface Posting {
  readonly raw: string;
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** The answer's id; undefined: whatever comes is the answer. */
  readonly id?: number | string | undefined;
}

class HttpClient implements Connection {
  readonly inbox = new Inbox<Message>();
  session = '';
  lastEventId: string | undefined;
  opened: Answer | undefined;
  readonly #opening: Opened;
  #ids = 0;

  constructor(opening: Opened) {
    this.#opening = opening;
  }

  async open(): Promise<void> {
    this.opened = await this.request('initialize', initializeParams(this.#opening)).answer;
    this.session = headerOf(this.opened.headers, 'mcp-session-id') ?? '';
    if (this.opened.status === 200) await this.notify('notifications/initialized');
  }

  request(method: string, params: Fields = {}, sent: Sent = {}): Pending {
    this.#ids += 1;
    const id = sent.id ?? this.#ids;
    const body = framed({ method, params, meta: sent.meta }, this.#opening);
    const aborter = new AbortController();
    const answer = this.#send({
      raw: (sent.edit ?? same)(JSON.stringify({ jsonrpc: '2.0', id, ...body })),
      headers: { ...this.#mirrored(body), ...sent.headers },
      signal: aborter.signal,
      id,
    });
    return { id, answer, abort: () => aborter.abort() };
  }

  notify(method: string, params: Fields = {}): Promise<Answer> {
    const body = framed({ method, params }, this.#opening);
    return this.#send({
      raw: JSON.stringify({ jsonrpc: '2.0', ...body }),
      headers: this.#mirrored(body),
    });
  }

  respond(id: unknown, result: Fields): Promise<Answer> {
    return this.#send({ raw: JSON.stringify({ jsonrpc: '2.0', id, result }) });
  }

  post(raw: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send({ raw, headers });
  }

  listen(lastEventId?: string): Promise<Answer> {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return this.#send({ raw: '', method: 'GET', headers });
  }

  end(): Promise<Answer> {
    return this.#send({ raw: '', method: 'DELETE' });
  }

  #mirrored(body: Fields): Record<string, string> {
    return this.#opening.era === modern ? mirrored(body) : {};
  }

  #headers(): Record<string, string> {
    const { token, headers = {}, era } = this.#opening;
    const isOpen = this.opened !== undefined || era === modern;
    return {
      accept: 'application/json, text/event-stream',
      ...(isOpen ? { 'mcp-protocol-version': era } : {}),
      ...(this.session === '' ? {} : { 'mcp-session-id': this.session }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
  }

  /** A scenario may end, or abort a request, without a look at its answer. */
  #send(posting: Posting): Promise<Answer> {
    const answer = this.#exchange(posting);
    answer.catch(() => undefined);
    return answer;
  }

  async #exchange({ raw, method = 'POST', headers = {}, signal, id }: Posting): Promise<Answer> {
    const { url, query = '', dispatcher } = this.#opening;
    const response = await httpRequest(`${url}${query}`, {
      method,
      headers: present({
        ...this.#headers(),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      }),
      body: method === 'POST' ? raw : null,
      dispatcher,
      ...(signal === undefined ? {} : { signal }),
    });
    const head = { status: response.statusCode, headers: response.headers };
    if (headerOf(head.headers, 'content-type')?.startsWith('text/event-stream') !== true)
      return { ...head, ...bodyOf(await response.body.text()) };
    const read = this.#read(response.body, method === 'GET' ? notAsked : id);
    if (method !== 'GET') return { ...head, ...(await read) };
    read.catch(() => undefined);
    return { ...head, raw: '', fields: {} };
  }

  /** Reads a stream up to the answer; without one, up to its end. */
  async #read(body: AsyncIterable<Uint8Array>, id: Asked): Promise<Pick<Answer, 'raw' | 'fields'>> {
    let answer: Message | undefined;
    const parser = createParser({
      onEvent: ({ data, id: eventId }) => {
        if (eventId !== undefined && eventId !== '') this.lastEventId = eventId;
        const message = messageOf(data);
        if (message === undefined) return;
        if (isAnswer(message, id)) answer = message;
        else this.inbox.put(message);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    return answer ?? { raw: '', fields: {} };
  }
}

/** On a stream that answers nothing each message goes to the inbox. */
const notAsked = Symbol('not asked');
type Asked = number | string | undefined | typeof notAsked;

function same(raw: string): string {
  return raw;
}

function present(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) found[name] = value;
  return found;
}

function isAnswer({ fields }: Message, id: Asked): boolean {
  const isResponse = at(fields, 'method') === undefined;
  return isResponse && (id === undefined || at(fields, 'id') === id);
}

function bodyOf(raw: string): Message {
  return messageOf(raw) ?? { raw, fields: {} };
}
