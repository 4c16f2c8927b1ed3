import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/** A server on this machine's own loopback, on a free port. */
export interface LocalServer {
  /** Without a path. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveLocally(app: Hono): Promise<LocalServer> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: '127.0.0.1', port: 0 };
    const server = serve(options, ({ port }) => {
      resolve({ url: `http://127.0.0.1:${port}`, close: () => close(server) });
    });
    server.once('error', reject);
  });
}

async function close(server: ReturnType<typeof serve>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if (isHttpServer(server)) server.closeAllConnections();
  });
}

function isHttpServer(server: ReturnType<typeof serve>): server is Server {
  return 'closeAllConnections' in server;
}

/** The key that a request carries, or `undefined`. */
export function bearerOf(context: Context): string | undefined {
  return /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
}
