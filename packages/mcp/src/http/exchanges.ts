import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Proxy, ProxyEnds } from '../ends.ts';
import { eraCodes, versionOf } from '../era.ts';
import { ForwardingProxy } from '../forwarding.ts';
import { mcpLimits } from '../limits.ts';
import { codes, errorTo, isMessage, type Message, read } from '../message.ts';
import { told } from '../told.ts';
import { ClientResponse } from './client-response.ts';
import { Exchange } from './exchange.ts';
import { disagreement, passedChecked, passedOn } from './routing.ts';
import type { Head, ServerWay } from './server-way.ts';

/** One request of HTTP, with its body read. */
export interface Incoming {
  readonly verb: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

interface Session {
  readonly owner: string;
  /** The server's own name for it. */
  readonly id: string;
}

/** True for a request of the era in which each says who asks, and there are no sessions. */
export function isStateless(body: unknown): boolean {
  return isMessage(body) && 'params' in body && versionOf({ ...body.params }) !== undefined;
}

/** Serves one request without a session, by a proxy of its own. */
export async function serveStateless(
  { headers, body, response: to, signal }: Incoming,
  { way, makeProxy }: { way: ServerWay; makeProxy: (ends: ProxyEnds) => Proxy },
): Promise<void> {
  const response = new ClientResponse(to);
  const refused = refusalOf(body, headers);
  if (refused !== undefined) return response.answer(refused, { status: 400 });
  if (!isMessage(body)) return response.end(400);
  const passed = passedChecked(headers, body);
  await new Exchange({ way, response, signal, headers: passed, makeProxy }).post(body);
}

/** The fault of a message, whatever the server would say to it. */
function refusalOf(body: unknown, headers: IncomingHttpHeaders): Message | undefined {
  if (!isMessage(body)) return errorTo('', codes.invalidRequest, told.noMessage);
  const said = read(body);
  if (said.kind === 'stray') return errorTo('', codes.invalidRequest, told.noMessage);
  const id = said.kind === 'request' ? said.id : '';
  const header = disagreement(body, (name) => [headers[name]].flat().join(', ') || undefined);
  if (header === undefined) return undefined;
  return errorTo(id, eraCodes.headerMismatch, `Sluice: the header ${header} and the body disagree`);
}

/**
 * Passes on requests of HTTP with their streams, in both eras: each is one request to the server.
 * It checks nothing but whose session it is.
 */
export class ForwardedHttp {
  readonly #sessions = new LRUCache<string, Session>({ max: mcpLimits.sessionsMax });

  /** `owner`: whose key it is, and for which server. */
  async serve(
    incoming: Incoming,
    { way, owner }: { way: ServerWay; owner: string },
  ): Promise<void> {
    const { headers, body, response: to, verb } = incoming;
    const response = new ClientResponse(to);
    if (isStateless(body)) {
      const refused = refusalOf(body, headers);
      if (refused !== undefined) return response.answer(refused, { status: 400 });
    }
    const asked = headers['mcp-session-id'];
    const session = asked === undefined ? undefined : this.#sessions.get(String(asked));
    if (asked !== undefined && session?.owner !== owner) return response.end(404);
    const version = headers['mcp-protocol-version'];
    const passed = {
      ...passedOn(headers),
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
      ...(session === undefined ? {} : { 'mcp-session-id': session.id }),
    };
    const onHead = (head: Head): void => this.#begin(head, { response, owner, session, asked });
    if (verb !== 'POST') {
      if (verb === 'DELETE' && typeof asked === 'string') this.#sessions.delete(asked);
      return await this.#bare(incoming, { way, response, headers: passed, onHead });
    }
    if (!isMessage(body) || read(body).kind === 'stray') {
      return response.answer(errorTo('', codes.invalidRequest, told.noMessage), { status: 400 });
    }
    const { signal } = incoming;
    await new Exchange({
      way,
      response,
      signal,
      headers: passed,
      makeProxy: forwarding,
      onHead,
    }).post(body);
  }

  /** Notes whose session the server began. */
  #begin({ session: id, challenge }: Head, { response, owner, session, asked }: Beginning): void {
    response.header('www-authenticate', challenge);
    if (id === undefined) return;
    if (session?.id === id) return response.header('mcp-session-id', String(asked));
    const ours = randomUUID();
    this.#sessions.set(ours, { owner, id });
    response.header('mcp-session-id', ours);
  }

  /** A stream for what the server says unasked, or the end of a session. */
  async #bare({ verb, signal }: Incoming, { way, response, headers, onHead }: Bare): Promise<void> {
    if (verb !== 'GET' && verb !== 'DELETE') return response.end(405);
    let status = 502;
    const hearing = {
      head: (head: Head): void => {
        status = head.status;
        onHead(head);
        if (head.isStream) response.stream();
      },
      message: async (message: Message, eventId: string | undefined): Promise<void> =>
        response.notify(message, eventId),
      aside: (lines: string): void => response.aside(lines),
    };
    await way.ask({ verb, headers, signal }, hearing).catch(() => {});
    response.end(status);
  }
}

function forwarding(ends: ProxyEnds): Proxy {
  return new ForwardingProxy(ends);
}

interface Beginning {
  readonly response: ClientResponse;
  readonly owner: string;
  readonly session: Session | undefined;
  readonly asked: unknown;
}

interface Bare {
  readonly way: ServerWay;
  readonly response: ClientResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly onHead: (head: Head) => void;
}
