import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { createParser } from 'eventsource-parser';
import type { OpenProxy } from '../src/run/target.ts';
import { at, isFields, messageOf } from '../src/wire/message.ts';

/** What a client sent, as the proxy is about to send it on. */
export interface Request {
  readonly verb: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: http.IncomingHttpHeaders;
  readonly body?: string;
}

/** How a proxy is broken: each hook changes one thing on the way. */
export interface Breakage {
  /** Changes the request, or answers it without the server. */
  readonly request?: (request: Request) => Request | Reply | Promise<Request | Reply>;
  /** Changes status and headers of the answer; with a body, that too. */
  readonly head?: (head: Reply, request: Request) => Reply;
  /** Changes one message to the client, into any number of messages. */
  readonly message?: (text: string, request: Request) => readonly string[];
  /** Keeps a stream until it ended. */
  readonly buffers?: boolean;
  /** Ends the stream of such a request at a comment. */
  readonly endsAtComment?: (request: Request) => boolean;
  readonly dropsEventIds?: boolean;
  /** Does not look at these. */
  readonly ignores?: readonly Check[];
  /** Answers a call whose server is gone. */
  readonly broken?: (request: Request) => Reply | Promise<Reply>;
  /** A last message for a stream that broke, or that ended without an answer. */
  readonly unanswered?: (request: Request, how: 'broke' | 'ended') => string | undefined;
  /** True if it goes on without its client; `started`: the answer had begun. */
  readonly outlivesClient?: (request: Request, started: boolean) => boolean;
}

type Check = 'origin' | 'host' | 'batch' | 'audience' | 'owner' | 'token' | 'cookie' | 'query';

/** The headers that belong to one connection. */
const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
const otherAudience = 'Bearer conformance-other-audience';

/** A proxy over HTTP that changes nothing but what a proxy must not pass on. */
export class ReferenceProxy {
  readonly #upstream: string;
  readonly #breakage: Breakage;
  readonly #agent = new http.Agent({ keepAlive: false });
  readonly #owners = new Map<string, string>();

  constructor(upstream: string, breakage: Breakage) {
    this.#upstream = upstream;
    this.#breakage = breakage;
  }

  async open(): Promise<OpenProxy> {
    const server = http.createServer((request, response) => void this.#serve(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = isFields(address) ? String(at(address, 'port')) : '';
    return {
      url: `http://127.0.0.1:${port}/mcp`,
      stop: async () => {
        this.#agent.destroy();
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  async #serve(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await text(incoming).catch(() => '');
    const request: Request = {
      verb: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
    };
    const refused = this.#refusal(request);
    if (refused !== undefined) return reply(response, refused);
    const { request: change } = this.#breakage;
    const changed = change === undefined ? request : await change(request);
    if ('status' in changed) reply(response, changed);
    else this.#forward(changed, response);
  }

  #checks(check: Check): boolean {
    return this.#breakage.ignores?.includes(check) !== true;
  }

  #refusal({ headers, body }: Request): Reply | undefined {
    const { origin, host = '', authorization = '' } = headers;
    if (this.#checks('origin') && origin !== undefined && !isLocal(new URL(origin).host))
      return { status: 403 };
    if (this.#checks('host') && !isLocal(host)) return { status: 403 };
    if (this.#checks('audience') && authorization === otherAudience) return { status: 401 };
    if (this.#checks('batch') && body.trimStart().startsWith('[')) return { status: 400 };
    const session = String(headers['mcp-session-id'] ?? '');
    const owner = this.#owners.get(session);
    const isOwner = owner === undefined || owner === authorization;
    return isOwner || !this.#checks('owner') ? undefined : { status: 404 };
  }

  #forward(request: Request, response: http.ServerResponse): void {
    const path = this.#checks('query') ? '' : new URL(request.path, this.#upstream).search;
    const upstream = http.request(`${this.#upstream}${path}`, {
      method: request.verb,
      agent: this.#agent,
      headers: this.#passed(request.headers),
    });
    response.once('close', () => {
      const { outlivesClient } = this.#breakage;
      if (response.writableEnded) return;
      if (outlivesClient?.(request, response.headersSent) !== true) upstream.destroy();
    });
    upstream.once('error', () => void this.#broken(request, response));
    upstream.once('response', (answer) => void this.#answer({ request, answer, response }));
    upstream.end(request.body);
  }

  #passed(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
    const token = this.#checks('token') ? ['authorization'] : [];
    const cookie = this.#checks('cookie') ? ['cookie'] : [];
    const dropped = new Set([...ofConnection, ...token, ...cookie]);
    return Object.fromEntries(
      Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name)),
    );
  }

  async #answer({ request, answer, response }: Answering): Promise<void> {
    const { head: change, message = (one) => [one] } = this.#breakage;
    const plain = { status: answer.statusCode ?? 502, headers: answer.headers };
    const head: Reply = change === undefined ? plain : change(plain, request);
    const { headers = {} } = head;
    const session = headers['mcp-session-id'];
    if (typeof session === 'string') this.#owners.set(session, request.headers.authorization ?? '');
    if (headers['content-type']?.startsWith('text/event-stream') === true)
      return this.#stream({ request, answer, response }, head);
    const body = await text(answer).catch(() => undefined);
    if (body === undefined) return this.#broken(request, response);
    const messages = head.body === undefined ? message(body, request) : [head.body];
    const [only = ''] = messages;
    if (messages.length < 2) return reply(response, { ...head, body: only });
    const events = messages.map((one) => `data: ${one}\n\n`).join('');
    reply(response, { ...head, headers: { 'content-type': 'text/event-stream' }, body: events });
  }

  #stream({ request, answer, response }: Answering, head: Reply): void {
    const { buffers, dropsEventIds, endsAtComment, unanswered } = this.#breakage;
    const { message = (one: string) => [one] } = this.#breakage;
    let held = '';
    let isAnswered = false;
    const start = (): unknown => response.writeHead(head.status, kept(head.headers));
    const write = (part: string): void => {
      if (buffers === true) held += part;
      else if (!response.writableEnded) response.write(part);
    };
    const last = (how: 'broke' | 'ended'): string => {
      const said = isAnswered ? undefined : unanswered?.(request, how);
      return said === undefined ? '' : `data: ${said}\n\n`;
    };
    if (buffers !== true) {
      start();
      response.flushHeaders();
    }
    const parser = createParser({
      onComment: (comment) => {
        if (endsAtComment?.(request) === true) response.end();
        else write(`: ${comment}\n\n`);
      },
      onEvent: ({ data, id }) => {
        isAnswered ||= at(messageOf(data)?.fields, 'method') === undefined;
        const before = id === undefined || dropsEventIds === true ? '' : `id: ${id}\n`;
        for (const one of message(data, request)) write(`${before}data: ${one}\n\n`);
      },
    });
    answer.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk));
    answer.once('error', () => {
      const said = last('broke');
      if (said === '') response.destroy();
      else response.end(said);
    });
    answer.once('end', () => {
      if (buffers === true) start();
      response.end(held + last('ended'));
    });
  }

  /** The server is gone: an error that names the call, or a broken stream. */
  async #broken(request: Request, response: http.ServerResponse): Promise<void> {
    const { broken = unreachable } = this.#breakage;
    const answer = await broken(request);
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) response.destroy();
    else reply(response, answer);
  }
}

function kept(headers: http.IncomingHttpHeaders = {}): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofConnection.includes(name)),
  );
}

interface Answering {
  readonly request: Request;
  readonly answer: http.IncomingMessage;
  readonly response: http.ServerResponse;
}

function unreachable({ body }: Request): Reply {
  const id = at(messageOf(body)?.fields, 'id') ?? null;
  const error = { code: -32_603, message: 'The server is gone' };
  return { status: 502, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

function reply(response: http.ServerResponse, { status, headers, body = '' }: Reply): void {
  const own = headers === undefined ? { 'content-type': 'application/json' } : kept(headers);
  response.writeHead(status, own).end(body);
}

function isLocal(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host.replace(/:\d+$/, ''));
}
