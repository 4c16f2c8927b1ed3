import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '../limits.ts';
import type { ClientCredential } from '../server/authenticate.ts';
import type { McpSettings } from '../settings/mcp-settings.ts';
import type { ConnectionParts } from './connections.ts';
import { tunnel } from './tunnel.ts';

export interface TunnelsParts extends ConnectionParts {
  readonly servers: McpSettings['servers'];
}

/** The client that asks for a tunnel, by the key that came with `CONNECT`. */
export interface TunnelClient {
  readonly credential: ClientCredential;
  /** True while that key holds. */
  readonly isKnown: () => Promise<boolean>;
}

/** The path of a tunnel for a server that its client starts. */
const tunnelPath = '/mcp';

/** The tunnels of `sluice mcp`: in each, one client speaks with a server of its own. */
export class McpTunnels {
  readonly #parts: TunnelsParts;
  readonly #open: Map<Duplex, TunnelClient> = new Map();

  constructor(parts: TunnelsParts) {
    this.#parts = parts;
  }

  /** Serves `CONNECT`: the bytes that follow are lines of a tunnel. */
  async connect(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    authenticate: () => Promise<TunnelClient | undefined>,
  ): Promise<void> {
    socket.on('error', () => socket.destroy());
    // Sockets of an HTTP server stay half open where the other end has gone.
    socket.on('end', () => socket.destroy());
    // Answered by a socket alone: there is no response to write a body to.
    const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
    if (request.url !== tunnelPath) return refuse('404 Not Found');
    const client = await authenticate();
    if (client === undefined) return refuse('401 Unauthorized');
    if (!this.#hasRoom(client)) return refuse('429 Too Many Requests');
    this.#open.set(socket, client);
    socket.once('close', () => this.#open.delete(socket));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const taken = this.#namesTaken(client);
    const read = tunnel(this.#parts, socket, { ...client, taken });
    if (head.length > 0) read(head);
  }

  /** Ends those whose key was revoked. */
  async endRevoked(): Promise<void> {
    for (const [socket, { isKnown }] of this.#open) if (!(await isKnown())) socket.destroy();
  }

  close(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #hasRoom({ credential }: TunnelClient): boolean {
    const open = [...this.#open.values()];
    const own = open.filter((each) => each.credential.id === credential.id);
    return open.length < limits.mcpSessionsMax && own.length < limits.mcpSessionsPerClientMax;
  }

  /** A policy and a person mean the server in the settings by its name. */
  #namesTaken({ credential: { tenant } }: TunnelClient): (name: string) => boolean {
    const own = Object.entries(this.#parts.servers).filter(([, { tenants }]) =>
      tenants.includes(tenant),
    );
    const names = new Set(own.map(([name]) => name.toLowerCase()));
    return (name) => names.has(name.toLowerCase());
  }
}
