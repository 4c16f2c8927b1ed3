import { ForwardedHttp, HttpServerWay, type Proxy, type ProxyEnds } from '@sluice/mcp';
import { isStateless, serveStateless, type ServerWay } from '@sluice/mcp';
import { Agent } from 'undici';
import type { ClientCredential } from '../server/authenticate.ts';
import type { Exchange } from '../server/exchange.ts';
import type { McpSettings } from '../settings/mcp-settings.ts';
import { authorization } from './server-transport.ts';

interface Parts {
  readonly mcp: McpSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Served {
  readonly server: string;
  readonly credential: ClientCredential;
  readonly body: unknown;
  readonly makeProxy: (ends: ProxyEnds) => Proxy;
}

/** Servers at an address, where each request of a client is one to the server. */
export class HttpServers {
  readonly #parts: Parts;
  readonly #forwarded = new ForwardedHttp();
  // A server may think for long, and a stream may be silent: the client says when it has enough.
  readonly #dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False: the request belongs to a session with a server. */
  async serve(exchange: Exchange, served: Served): Promise<boolean> {
    const { server, credential, body, makeProxy } = served;
    const way = this.#wayTo(server);
    if (way === undefined) return false;
    const { request, response, signal } = exchange;
    const incoming = {
      verb: request.method ?? '',
      headers: request.headers,
      body,
      response,
      signal,
    };
    if (this.#parts.mcp.transparent) {
      const owner = `${credential.id} ${server}`;
      await this.#forwarded.serve(incoming, { way, owner });
      return true;
    }
    if (!isStateless(body)) return false;
    await serveStateless(incoming, { way, makeProxy });
    return true;
  }

  close(): void {
    void this.#dispatcher.destroy().catch(() => {});
  }

  #wayTo(server: string): ServerWay | undefined {
    const { mcp, env } = this.#parts;
    const { url, keyFrom } = mcp.servers[server] ?? {};
    if (url === undefined) return undefined;
    const headers = authorization(keyFrom, env);
    return new HttpServerWay(url, { headers, dispatcher: this.#dispatcher });
  }
}
