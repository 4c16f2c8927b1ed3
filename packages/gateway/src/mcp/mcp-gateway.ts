import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { StateSeal } from '@sluice/mcp';
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
import type { JoinedCalls } from './joined.ts';
import { KnownOffers } from './known-offers.ts';
import { SeenLabels } from './seen-labels.ts';
import { McpSessions } from './sessions.ts';
import { McpTunnels, type TunnelClient } from './tunnels.ts';

export interface McpGatewayParts {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly joined: JoinedCalls;
  readonly settings: Settings;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly announce: (question: NewQuestion, run: { tenant: string; id: string }) => void;
}

const keyPlaces = [{ name: 'authorization', scheme: 'Bearer' }] as const;

/** MCP servers behind the gateway: `/mcp/NAME`, and tunnels of `sluice mcp`. */
export class McpGateway {
  readonly offers: KnownOffers;
  readonly seen: SeenLabels;
  readonly #parts: McpGatewayParts;
  readonly #sessions: McpSessions;
  readonly #tunnels: McpTunnels;

  constructor(parts: McpGatewayParts) {
    const { store, nowMs, settings, profiles, log, folder, env, joined } = parts;
    const { servers, trust, forget, oldestVersion: oldest, ...rest } = settings.mcp;
    this.#parts = parts;
    this.offers = new KnownOffers(store.mcp, nowMs);
    this.seen = new SeenLabels(store.mcp, { keepsAtStart: forget === 'never' });
    const audit = new McpAudit(store, nowMs);
    const isInForce: Profiles['isInForce'] = (profile) => profiles.isInForce(profile);
    const asker = new McpAsker({ ...parts, audit, isInForce });
    const trustsFirst = trust === 'first-use';
    const { offers, seen } = this;
    const { transparent: isTransparent } = rest;
    const eras = { oldest, seal: new StateSeal({ nowMs }), isTransparent };
    const around = { trustsFirst, profiles, log, servers, joined, ...eras };
    const shared = { offers, seen, audit, asker, ...around };
    if (isTransparent) log({ level: 'warn', event: 'mcp-transparent', fields: {} });
    this.#sessions = new McpSessions({ ...shared, folder, env });
    this.#tunnels = new McpTunnels(shared);
    parts.clients.onForgotten(() => {
      for (const each of [this.#sessions, this.#tunnels])
        each.endRevoked().catch(() => this.close());
    });
  }

  /** Serves a request below `/mcp/`. */
  async serve(exchange: Exchange): Promise<void> {
    try {
      this.#requireOrigin(exchange);
      const [, , server = '', ...more] = (exchange.request.url ?? '').split('/');
      const credential = await this.#parts.clients.of(exchange, keyPlaces);
      const isKnown = this.#isKnown(exchange, credential);
      const name = [server, ...more].join('/');
      await this.#sessions.serve(exchange, { server: name, credential, isKnown });
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  /** Serves `CONNECT`: the bytes that follow are lines of a tunnel. */
  async connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    await this.#tunnels.connect({ request, socket, head }, async () => await this.#who(request));
  }

  async #who(request: IncomingMessage): Promise<TunnelClient | undefined> {
    const asked = { header: (name: string) => request.headersDistinct[name]?.[0], request };
    const credential = await this.#parts.clients.of(asked, keyPlaces).catch(() => undefined);
    return credential && { credential, isKnown: this.#isKnown(asked, credential) };
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
    this.#tunnels.close();
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
