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

/** One message on its way to the client, and what it belongs to. */
export interface Passing {
  readonly request: Request;
  /** Writes another message to this client's stream or answer. */
  readonly eventId: string | undefined;
}

/** How a proxy is broken: each hook changes one thing on the way. */
export interface Breakage {
  /** Changes the request, or answers it without the server. */
  readonly request?: (request: Request) => Request | Reply | Promise<Request | Reply>;
  /** Changes status and headers of the answer. */
  readonly head?: (head: Reply, request: Request) => Reply;
  /** Changes one message to the client, into any number of messages. */
  readonly message?: (text: string, passing: Passing) => readonly string[];
  /** Keeps the whole answer until it ended. */
  readonly buffers?: boolean;
  /** Does not look at these. */
  readonly ignores?: readonly Check[];
  /** Gives a broken connection this answer; undefined: never answers. */
  readonly broken?: (request: Request) => Reply | undefined;
  /** Goes on when the client is gone. */
  readonly outlivesClient?: boolean;
}

type Check = 'origin' | 'host' | 'batch' | 'audience' | 'owner' | 'token' | 'query';

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
    if (this.#breakage.outlivesClient !== true) response.once('close', () => upstream.destroy());
    upstream.once('error', () => this.#broken(request, response));
    upstream.once('response', (answer) => void this.#answer({ request, answer, response }));
    upstream.end(request.body);
  }

  #passed(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
    const own = this.#checks('token') ? ['authorization', 'cookie'] : [];
    const dropped = new Set([...ofConnection, ...own]);
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
  }

  async #answer({ request, answer, response }: Answering): Promise<void> {
    const { head: change, message = (one) => [one], buffers = false } = this.#breakage;
    const plain = { status: answer.statusCode ?? 502, headers: answer.headers };
    const { status, headers = {} } = change === undefined ? plain : change(plain, request);
    const session = headers['mcp-session-id'];
    if (typeof session === 'string') this.#owners.set(session, request.headers.authorization ?? '');
    answer.once('error', () => this.#broken(request, response));
    const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
    const head = (): unknown => response.writeHead(status, Object.fromEntries(kept));
    if (headers['content-type']?.startsWith('text/event-stream') !== true) {
      const body = await text(answer).catch(() => undefined);
      if (body === undefined) return;
      const [only = ''] = body === '' ? [''] : message(body, { request, eventId: undefined });
      head();
      return void response.end(only);
    }
    if (!buffers) {
      head();
      response.flushHeaders();
    }
    let held = '';
    const write = (part: string): void => {
      if (buffers) held += part;
      else response.write(part);
    };
    const parser = createParser({
      onComment: (comment) => write(`: ${comment}\n\n`),
      onEvent: ({ data, id: eventId }) => {
        for (const one of message(data, { request, eventId }))
          write(`${eventId === undefined ? '' : `id: ${eventId}\n`}data: ${one}\n\n`);
      },
    });
    answer.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk));
    answer.once('end', () => {
      if (buffers) head();
      response.end(held);
    });
  }

  /** The server is gone: an error that names the call, or a broken stream. */
  #broken(request: Request, response: http.ServerResponse): void {
    const { broken } = this.#breakage;
    const answer = broken === undefined ? unreachable(request) : broken(request);
    if (answer === undefined || response.writableEnded) return;
    if (response.headersSent) response.destroy();
    else reply(response, answer);
  }
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
  response.writeHead(status, headers ?? { 'content-type': 'application/json' }).end(body);
}

function isLocal(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host.replace(/:\d+$/, ''));
}
