import { EitherWay, ForwardedHttp, HttpServerWay, type Incoming, isStateless } from '@sluice/mcp';
import { type Proxy, type ProxyEnds, serveStateless, type ServerWay } from '@sluice/mcp';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import { limits } from '../limits.ts';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Exchange } from '../server/exchange.ts';
import type { McpServerSettings } from '../settings/mcp-settings.ts';
import { type ConnectionParts, guarding } from './connections.ts';
import { identityOf } from './identity.ts';
import { authorization } from './server-transport.ts';

interface Parts extends ConnectionParts {
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Served {
  readonly server: string;
  readonly settings: McpServerSettings;
  readonly credential: ClientCredential;
  /** True while the client's key holds. */
  readonly isKnown: () => Promise<boolean>;
  readonly body: unknown;
}

/** Servers at an address, where each request of a client is one to the server. */
export class HttpServers {
  readonly #parts: Parts;
  readonly #forwarded = new ForwardedHttp();
  // A server may think for long, and a stream may be silent: the client says when it has enough.
  readonly #dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  /** A server's offers are looked at anew after a while, and after each change. */
  readonly #guards = new LRUCache<string, (ends: ProxyEnds) => Proxy>({
    max: limits.mcpSessionsMax,
    ttl: limits.mcpListedMsMax,
  });
  /** Which era a server speaks, and the session of an old one, is known by client. */
  readonly #ways = new LRUCache<string, ServerWay>({
    max: limits.mcpSessionsMax,
    ttl: limits.mcpIdleMsMax,
  });
  readonly #open: Map<AbortController, () => Promise<boolean>> = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.offers.onChanged(() => this.#guards.clear());
  }

  /** False: the request belongs to a session with a server. */
  async serve(exchange: Exchange, served: Served): Promise<boolean> {
    const { server, settings, credential, isKnown, body } = served;
    const { isTransparent } = this.#parts;
    const way = this.wayTo(settings);
    if (way === undefined || (!isTransparent && !isStateless(body))) return false;
    const revoked = new AbortController();
    const { request, response } = exchange;
    const signal = AbortSignal.any([exchange.signal, revoked.signal]);
    signal.addEventListener('abort', () => response.destroy(), { once: true });
    const verb = request.method ?? '';
    const incoming: Incoming = { verb, headers: request.headers, body, response, signal };
    this.#open.set(revoked, isKnown);
    try {
      const owner = `${credential.id} ${server}`;
      if (isTransparent) await this.#forwarded.serve(incoming, { way, owner });
      else await this.#guarded(incoming, { served, way, owner });
    } finally {
      this.#open.delete(revoked);
    }
    return true;
  }

  async #guarded(
    incoming: Incoming,
    { served, way, owner }: { served: Served; way: ServerWay; owner: string },
  ): Promise<void> {
    const either = this.#ways.get(owner) ?? new EitherWay(way);
    this.#ways.set(owner, either);
    await serveStateless(incoming, { way: either, makeProxy: this.#guardOf(served) });
  }

  /** Ends the streams of those whose key was revoked. */
  async endRevoked(): Promise<void> {
    for (const [revoked, isKnown] of this.#open) if (!(await isKnown())) revoked.abort();
  }

  close(): void {
    for (const open of this.#open.keys()) open.abort();
    void this.#dispatcher.destroy().catch(() => {});
  }

  #guardOf({ server, settings, credential, isKnown }: Served): (ends: ProxyEnds) => Proxy {
    const key = `${credential.id} ${server}`;
    const known = this.#guards.get(key);
    if (known !== undefined) return known;
    const place = { server, identity: identityOf(settings), credential, isKnown };
    const made = guarding(this.#parts, place);
    this.#guards.set(key, made);
    return made;
  }

  /** The way to a server at an address; a program has none. */
  wayTo({ url, keyFrom }: McpServerSettings): ServerWay | undefined {
    if (url === undefined) return undefined;
    const headers = authorization(keyFrom, this.#parts.env);
    return new HttpServerWay(url, { headers, dispatcher: this.#dispatcher });
  }
}
