import { randomUUID } from 'node:crypto';
import { isInitializeRequest } from '@modelcontextprotocol/client';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { EitherServer, hear } from '@sluice/mcp';
import { LRUCache } from 'lru-cache';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Exchange } from '../server/exchange.ts';
import type { McpServerSettings, McpSettings } from '../settings/mcp-settings.ts';
import { AnswerStreams } from './answer-streams.ts';
import { connection, type ConnectionParts, hearServer } from './connections.ts';
import { HttpServers } from './http-servers.ts';
import { identityOf } from './identity.ts';
import { serverTransport } from './server-transport.ts';

interface Session {
  readonly server: string;
  /** Whose session it is: nobody else's key opens it. */
  readonly credential: string;
  /** True while that key holds. */
  readonly isKnown: () => Promise<boolean>;
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly close: () => void;
}

export interface SessionsParts extends ConnectionParts {
  readonly servers: McpSettings['servers'];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Wanted {
  readonly server: string;
  readonly credential: ClientCredential;
  readonly isKnown: () => Promise<boolean>;
}

/** The sessions of streamable HTTP: in each, one client speaks with one server. */
export class McpSessions {
  readonly #parts: SessionsParts;
  readonly #http: HttpServers;
  readonly #open = new LRUCache<string, Session>({
    max: limits.mcpSessionsMax,
    ttl: limits.mcpIdleMsMax,
    updateAgeOnGet: true,
    ttlAutopurge: false,
    disposeAfter: (session) => session.close(),
  });

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#http = new HttpServers(parts);
  }

  /** Serves one request. Throws `RequestError` where it belongs to no session. */
  async serve(exchange: Exchange, wanted: Wanted): Promise<void> {
    const { request, response } = exchange;
    const settings = this.#settingsFor(wanted);
    const body = request.method === 'POST' ? await jsonOf(exchange) : undefined;
    if (await this.#http.serve(exchange, { ...wanted, settings, body })) return;
    const id = exchange.header('mcp-session-id');
    const session =
      id === undefined && isInitializeRequest(body)
        ? await this.#begin(wanted, settings)
        : this.#find(id, wanted);
    await session.transport.handleRequest(request, response, body);
  }

  /** Ends those whose key was revoked, with the streams that are open in them. */
  async endRevoked(): Promise<void> {
    await this.#http.endRevoked();
    for (const [id, { isKnown }] of this.#open.entries()) {
      if (!(await isKnown())) this.#open.delete(id);
    }
  }

  close(): void {
    this.#open.clear();
    this.#http.close();
  }

  #find(id: string | undefined, { server, credential }: Wanted): Session {
    this.#open.purgeStale();
    const session = id === undefined ? undefined : this.#open.get(id);
    const isTheirs = session?.server === server && session.credential === credential.id;
    if (session !== undefined && isTheirs) return session;
    if (id === undefined) {
      const hint = 'begin with `initialize`, and send the `mcp-session-id` that it gives';
      throw new RequestError('session_missing', 'the request names no session', { hint });
    }
    const hint = 'begin a new one with `initialize`';
    throw new RequestError('unknown_session', 'there is no such session', { hint, status: 404 });
  }

  /** To a client, the servers of other tenants are not there. */
  #settingsFor({ server, credential: { tenant } }: Wanted): McpServerSettings {
    const { servers } = this.#parts;
    const own = Object.entries(servers).filter(([, { tenants }]) => tenants.includes(tenant));
    const settings = own.find(([name]) => name === server)?.[1];
    if (settings === undefined) throw unknownServer(own.map(([name]) => name));
    return settings;
  }

  async #begin(
    { server, credential, isKnown }: Wanted,
    settings: McpServerSettings,
  ): Promise<Session> {
    this.#makeRoom(credential.id);
    const { folder, env } = this.#parts;
    const id = randomUUID();
    const client = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const { transport, onVersion } = serverTransport(settings, { folder, env });
    const place = { server, identity: identityOf(settings), credential, isKnown };
    const { proxy, end } = connection(this.#parts, place, {
      toClient: (message, { related }) =>
        client.send(message, related === undefined ? {} : { relatedRequestId: related }),
      toServer: (message) => either.send(message),
      onVersion,
    });
    const streams = new AnswerStreams(transport, (lost) => proxy.lost(lost));
    const either = new EitherServer({
      send: (message) => streams.send(message),
      way: this.#parts.isTransparent ? undefined : this.#http.wayTo(settings),
      toClient: (message) => proxy.fromServer(message),
    });
    hearServer(transport, {
      fromServer: (message) => {
        streams.heard(message);
        return either.heard(message);
      },
      serverClosed: (why) => proxy.serverClosed(why),
    });
    hear(client, {
      message: (message) => proxy.fromClient(message),
      close: () => void this.#open.delete(id),
    });
    const close = (): void => {
      end();
      either.close();
      void transport.close().catch(() => {});
      void client.close().catch(() => {});
    };
    await Promise.all([transport.start(), client.start()]).catch(() => {
      close();
      throw notStarted(server);
    });
    const session = { server, credential: credential.id, isKnown, transport: client, close };
    this.#open.set(id, session);
    return session;
  }

  /**
   * One client’s sessions do not end those of another. Few clients end theirs: past its room, the
   * one that it has not used for the longest is ended.
   */
  #makeRoom(credential: string): void {
    this.#open.purgeStale();
    const own = [...this.#open.entries()].filter(([, each]) => each.credential === credential);
    for (const [id] of own.slice(limits.mcpSessionsPerClientMax - 1)) this.#open.delete(id);
  }
}

async function jsonOf(exchange: Exchange): Promise<unknown> {
  const { bytes } = await exchange.body();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RequestError('invalid_json', 'the body is not JSON in UTF-8', {
      hint: 'send one JSON-RPC message',
    });
  }
}

function unknownServer(names: readonly string[]): RequestError {
  const known = names.map((name) => `\`/mcp/${name}\``).join(', ') || 'none yet';
  return new RequestError('unknown_server', 'the settings name no such MCP server', {
    hint:
      'name it under `mcp.servers` in `gateway.yaml`, and this key’s tenant under its `tenants`; ' +
      `there are: ${known}`,
    status: 404,
  });
}

function notStarted(server: string): RequestError {
  return new RequestError('server_not_started', `the MCP server \`${server}\` did not start`, {
    hint: 'run its command by hand where the gateway runs, and look at what it says',
    status: 502,
  });
}
