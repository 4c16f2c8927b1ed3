import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A socket that leads to the gateway alone, for a sandbox without a network. */
export interface Port {
  /** Ends it. */
  readonly close: () => void;
}

export async function openPort(socket: string, gateway: string): Promise<Port> {
  const { hostname, port } = new URL(gateway);
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const side of [client, upstream]) {
      side.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(socket);
  await once(server, 'listening');
  return { close: () => void server.close() };
}
