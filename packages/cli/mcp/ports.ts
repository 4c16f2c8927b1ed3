import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Has a server listen to this machine alone, at any port that is free; resolves to the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A port that was free a moment ago, for a program that is told its port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
