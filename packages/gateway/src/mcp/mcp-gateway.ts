import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Proxy, type ProxyEnds, StateSeal } from '@sluice/mcp';
import { LRUCache } from 'lru-cache';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { Notifier } from '../run/ask/notifier.ts';
import type { ClientCredential, Clients } from '../server/authenticate.ts';
import type { Exchange } from '../server/exchange.ts';
import type { Log } from '../server/log-line.ts';
import { failureOf } from '../server/model-route.ts';
import type { Profiles } from '../server/profiles.ts';
import { isLoopbackHost } from '../settings/loopback.ts';
import type { Settings } from '../settings/settings.ts';
import type { NewQuestion, Store } from '../store/store.ts';
import { McpAsker } from './asker.ts';
import { McpAudit } from './audit.ts';
import { type ConnectionParts, type ConnectionPlace, guarding } from './connections.ts';
import { HttpServers } from './http-servers.ts';
import { KnownOffers } from './known-offers.ts';
import { SeenLabels } from './seen-labels.ts';
import { identityOf } from './server-transport.ts';
import { jsonOf, McpSessions, unknownServer } from './sessions.ts';
import { tunnel } from './tunnel.ts';

export interface McpGatewayParts {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly settings: Settings;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly announce: (question: NewQuestion, run: { tenant: string; id: string }) => void;
}

type ServerPlace = Omit<ConnectionPlace, 'identity'>;

const keyPlaces = [{ name: 'authorization', scheme: 'Bearer' }] as const;

/** The path of a tunnel for a server that its client starts. */
const tunnelPath = '/mcp';

/** MCP servers behind the gateway: `/mcp/NAME`, and tunnels of `sluice mcp`. */
export class McpGateway {
  readonly offers: KnownOffers;
  readonly seen: SeenLabels;
  readonly #parts: McpGatewayParts;
  readonly #connections: ConnectionParts;
  readonly #sessions: McpSessions;
  readonly #http: HttpServers;
  /** What a server offers is looked at anew after a while, and after each acceptance. */
  readonly #guards = new LRUCache<string, (ends: ProxyEnds) => Proxy>({
    max: limits.mcpSessionsMax,
    ttl: limits.mcpListedMsMax,
  });
  readonly #tunnels: Set<Duplex> = new Set();

  constructor(parts: McpGatewayParts) {
    const { store, nowMs, settings, profiles, log, folder, env } = parts;
    const {
      servers,
      trust,
      forget,
      transparent: isTransparent,
      oldestVersion: oldest,
    } = settings.mcp;
    this.#parts = parts;
    this.offers = new KnownOffers(store.mcp, nowMs);
    this.seen = new SeenLabels(store.mcp, { keepsAtStart: forget === 'never' });
    const audit = new McpAudit(store, nowMs);
    const isInForce: Profiles['isInForce'] = (profile) => profiles.isInForce(profile);
    const asker = new McpAsker({ ...parts, audit, isInForce });
    const trustsFirst = trust === 'first-use';
    const { offers, seen } = this;
    const seal = new StateSeal({ nowMs });
    this.#connections = {
      oldest,
      seal,
      offers,
      seen,
      audit,
      asker,
      trustsFirst,
      profiles,
      log,
      isTransparent,
    };
    this.offers.onAccepted(() => this.#guards.clear());
    this.#http = new HttpServers({ mcp: settings.mcp, env });
    if (isTransparent) log({ level: 'warn', event: 'mcp-transparent', fields: {} });
    this.#sessions = new McpSessions({ ...this.#connections, servers, folder, env });
  }

  /** Serves a request below `/mcp/`. */
  async serve(exchange: Exchange): Promise<void> {
    try {
      this.#requireOrigin(exchange);
      const [, , server = '', ...more] = (exchange.request.url ?? '').split('/');
      const { servers } = this.#parts.settings.mcp;
      const credential = await this.#parts.clients.of(exchange, keyPlaces);
      if (more.length > 0 || !Object.hasOwn(servers, server)) {
        throw unknownServer(Object.keys(servers));
      }
      const isKnown = this.#isKnown(exchange, credential);
      const body = exchange.request.method === 'POST' ? await jsonOf(exchange) : undefined;
      const makeProxy = (ends: ProxyEnds): Proxy =>
        this.#proxyTo({ server, credential, isKnown }, ends);
      const served = { server, credential, body, makeProxy };
      if (await this.#http.serve(exchange, served)) return;
      await this.#sessions.serve(exchange, { server, credential, isKnown, body });
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  /** Serves `CONNECT`: the bytes that follow are lines of a tunnel. */
  async connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    // Answered by a socket alone: there is no response to write a body to.
    const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
    if (request.url !== tunnelPath) return refuse('404 Not Found');
    const headers = { header: (name: string) => request.headersDistinct[name]?.[0], request };
    const credential = await this.#parts.clients.of(headers, keyPlaces).catch(() => undefined);
    if (credential === undefined) return refuse('401 Unauthorized');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    this.#tunnels.add(socket);
    socket.once('close', () => this.#tunnels.delete(socket));
    const isKnown = this.#isKnown(headers, credential);
    const read = tunnel(this.#connections, socket, { credential, isKnown });
    if (head.length > 0) read(head);
  }

  /** Accepts all that a server offers, as it reads now. */
  async acceptAll(tenant: string, server: string, by: string): Promise<void> {
    const records = await this.offers.list(tenant);
    await this.offers.accept(
      tenant,
      records.filter((each) => each.server === server),
      by,
    );
  }

  close(): void {
    this.#sessions.close();
    this.#http.close();
    for (const socket of this.#tunnels) socket.destroy();
  }

  #proxyTo({ server, credential, isKnown }: ServerPlace, ends: ProxyEnds): Proxy {
    const key = `${credential.id} ${server}`;
    const known = this.#guards.get(key);
    if (known !== undefined) return known(ends);
    const settings = this.#parts.settings.mcp.servers[server] ?? {};
    const place = { server, identity: identityOf(settings), credential, isKnown };
    const made = guarding(this.#connections, place);
    this.#guards.set(key, made);
    return made(ends);
  }

  #isKnown(asked: Parameters<Clients['of']>[0], { id }: ClientCredential): () => Promise<boolean> {
    const { clients } = this.#parts;
    return async () => {
      const now = await clients.of(asked, keyPlaces).catch(() => undefined);
      return now?.id === id;
    };
  }

  /** A page in a browser has no business here: its address could be made to point at us. */
  #requireOrigin(exchange: Exchange): void {
    const host = (exchange.header('host') ?? '').toLowerCase();
    const name = host.replace(/:\d+$/, '');
    const { hosts } = this.#parts.settings.listen;
    const isOurs = isLoopbackHost(name) || hosts.some((each) => each.toLowerCase() === name);
    const origin = exchange.header('origin');
    const isSame = origin === undefined || [`http://${host}`, `https://${host}`].includes(origin);
    if (isOurs && isSame) return;
    throw new RequestError('foreign_origin', 'the gateway does not go by this name', {
      hint: 'use http://127.0.0.1 and its port, or name the host under `listen.hosts`',
      status: 403,
    });
  }

  #fail(exchange: Exchange, error: unknown): void {
    const { status, code, message, hint, headers } = failureOf(error);
    const fields = { path: '/mcp/{name}', code };
    this.#parts.log({ level: 'warn', event: 'request-refused', fields });
    const said = { code: -32_001, message: `${message}: ${hint}` };
    exchange.json(status, { jsonrpc: '2.0', id: null, error: said }, { ...headers });
  }
}
