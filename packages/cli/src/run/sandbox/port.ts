import { once } from 'node:events';
import { passingOn } from './pass-on.ts';

/** A socket that leads to the gateway alone, for a sandbox without a network. */
export interface Port {
  /** Ends it. */
  readonly close: () => void;
}

export async function openPort(socket: string, gateway: string): Promise<Port> {
  const { hostname, port } = new URL(gateway);
  const server = passingOn({ host: hostname, port: Number(port) });
  server.listen(socket);
  await once(server, 'listening');
  return { close: () => void server.close() };
}
