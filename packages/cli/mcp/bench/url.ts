import type { Server } from 'node:http';

/** Prints where a server of the benchmark listens. */
export function tellUrl(server: Server): void {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  console.log(`http://127.0.0.1:${address.port}/mcp`);
}
