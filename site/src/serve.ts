import { serveStatic } from '@hono/node-server/serve-static';
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';

export interface Served {
  readonly address: string;
  readonly server: ServerType;
}

/** Serves a built site to this machine alone. `port` 0: any that is free. */
export async function serveFolder(
  folder: string,
  { port, base }: { readonly port: number; readonly base: string },
): Promise<Served> {
  const app = new Hono();
  const rewriteRequestPath = (asked: string): string =>
    asked.startsWith(base) ? asked.slice(base.length - 1) : '/404.html';
  app.use('*', serveStatic({ root: folder, rewriteRequestPath }));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (info) => {
      resolve({ address: `http://127.0.0.1:${info.port}${base}`, server });
    });
  });
}
