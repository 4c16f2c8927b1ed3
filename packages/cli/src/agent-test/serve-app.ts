import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** A server on this machine's own loopback. */
export interface ServedApp {
  /** Without a path. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveApp(app: Hono): Promise<ServedApp> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: '127.0.0.1', port: 0 };
    const server = serve(options, ({ port }) => {
      resolve({ url: `http://127.0.0.1:${port}`, close: () => closed(server) });
    });
    server.once('error', reject);
  });
}

async function closed(server: ReturnType<typeof serve>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
