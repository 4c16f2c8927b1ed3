import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { limits } from '../limits.ts';
import { listenUrl } from '../settings/loopback.ts';
import type { Settings } from '../settings/settings.ts';

/** How much longer a request may take to begin than a connection may stand idle. */
const marginMs = 5_000;

/** The server of the settings; it does not listen yet. Throws `settings-invalid`. */
export function serverOf(settings: Settings, folder: string): Server {
  const { tls } = settings.listen;
  const common = {
    maxHeaderSize: limits.headerBytesMax,
    ...timeoutsOf(settings.listen),
    insecureHTTPParser: false,
    rejectNonStandardBodyWrites: true,
  };
  if (tls === undefined) return createServer(common);
  const cert = readFileSync(path.resolve(folder, tls.cert));
  const key = readFileSync(path.resolve(folder, tls.key));
  try {
    return createTlsServer({ ...common, cert, key });
  } catch (cause) {
    const message = `TLS: \`${tls.cert}\` and \`${tls.key}\` are not a certificate and its key`;
    const hint = 'name a certificate and its own key, both in PEM, under `listen.tls`';
    throw new SluiceError('settings-invalid', message, { hint, cause });
  }
}

/**
 * A load balancer opens connections before it needs them, and sends on one that it believes to be
 * open: whichever side waits longer must be this one.
 */
function timeoutsOf({
  keepAliveSeconds,
}: Pick<Settings['listen'], 'keepAliveSeconds'>): Record<
  'keepAliveTimeout' | 'headersTimeout' | 'requestTimeout',
  number
> {
  const keepAliveTimeout = keepAliveSeconds * 1_000;
  // The time for the headers runs from the connection on, where nothing was sent on it yet.
  const headersTimeout = Math.max(limits.headersMsMax, keepAliveTimeout + marginMs);
  const requestTimeout = Math.max(limits.requestMsMax, headersTimeout);
  return { keepAliveTimeout, headersTimeout, requestTimeout };
}

export async function listen(server: Server, { listen: { host, port } }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, port)));
    server.listen({ host, port, backlog: limits.requestsOpenMax }, resolve);
  });
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): SluiceError {
  const taken = cause.code === 'EADDRINUSE';
  const message = taken
    ? `port ${port} is in use`
    : `cannot listen on port ${port} (${cause.code ?? 'unknown'})`;
  const hint = taken
    ? 'stop what listens there, or choose another port: `sluice gateway --port NUMBER`'
    : 'check `listen:` in `gateway.yaml`';
  return new SluiceError('settings-invalid', message, { hint, cause });
}

export function urlOf(server: Server, { listen: wanted }: Settings): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return listenUrl(wanted, port);
}

/** Where people outside reach it: by the first name that it goes by, else as it listens. */
export function publicUrlOf(server: Server, settings: Settings): string {
  const { hosts, tls, behindTls } = settings.listen;
  const [host] = hosts;
  if (host === undefined) return urlOf(server, settings);
  return `${tls !== undefined || behindTls ? 'https' : 'http'}://${host}`;
}

/** Lets requests that run end, for a while. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // A connection that is answered from now on would else be kept for its next request.
  server.keepAliveTimeout = 1;
  const timer = setTimeout(() => server.closeAllConnections(), limits.shutdownMsMax);
  timer.unref();
  await closed;
  clearTimeout(timer);
}
