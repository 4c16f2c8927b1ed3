import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { codes } from '../wire/era.ts';
import { at, headerOf, messageOf } from '../wire/message.ts';
import { httpCall } from './http-call.ts';
import type { Script } from './script.ts';

/** The scripted server over streamable HTTP: one address, whatever script is being played. */
export class HttpServer {
  script: Script | undefined;
  readonly #server: Server;
  readonly #sessions = new Set<string>();

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return `http://127.0.0.1:${bound}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forgets a session, as a server does that was restarted. */
  forget(session: string): void {
    this.#sessions.delete(session);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { script } = this;
    const raw = await text(request).catch(() => '');
    if (script === undefined) return void response.writeHead(503).end();
    const isPost = request.method === 'POST';
    const message = isPost ? messageOf(raw) : { raw, fields: {} };
    if (message === undefined) return refuse(response, 400, codes.parse);
    const isInitialize = at(message.fields, 'method') === 'initialize';
    const session = isInitialize ? randomUUID() : headerOf(request.headers, 'mcp-session-id');
    const call = httpCall({ request, response, message, session: session ?? '' });
    if (isInitialize) this.#sessions.add(call.session);
    else if (call.era === '2025-11-25' && !this.#sessions.has(call.session))
      return refuse(response, session === undefined ? 400 : 404, codes.invalidRequest);
    if (request.method === 'DELETE') this.#sessions.delete(call.session);
    await script.handle(call);
  }
}

function refuse(response: ServerResponse, status: number, code: number): void {
  const error = { code, message: 'Refused by the scripted server' };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error }));
}
