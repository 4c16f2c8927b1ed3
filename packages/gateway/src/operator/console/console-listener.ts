import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type ConsoleFile, consoleFiles } from '@sluice/console';
import { isOwnHost } from '../screen-request.ts';

/**
 * The page may load its own script and style, and call its own gateway; nothing else, and no text
 * becomes markup or script in it.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** True if a request is for the console's page, and no client's. */
export function isConsolePath(url: string | undefined): boolean {
  return url !== undefined && /^\/console(?:[/?]|$)/.test(url);
}

/**
 * Serves the console's page, which is the same for everybody: it holds no data, and nothing is
 * decided by it. `hosts`: names that the gateway goes by besides the loopback's.
 */
export function consoleListener(hosts: readonly string[]): RequestListener {
  let files: ReadonlyMap<string, Ready> | undefined;
  return (request, response) => {
    const { method = '', url = '' } = request;
    if (!isOwnHost(request.headers.host ?? '', hosts)) return refuse(response, 421);
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405);
    try {
      files ??= new Map(consoleFiles().map((file) => [file.path, readyOf(file)]));
    } catch {
      return refuse(response, 503);
    }
    const [path = ''] = url.split('?');
    const file = files.get(path === '/console/' ? '/console' : path);
    if (file === undefined) return refuse(response, 404);
    send(request, response, file);
  };
}

interface Ready extends ConsoleFile {
  readonly packed: Buffer;
}

function readyOf(file: ConsoleFile): Ready {
  return { ...file, packed: gzipSync(file.bytes, { level: 9 }) };
}

function send(request: IncomingMessage, response: ServerResponse, file: Ready): void {
  const isPacked = [request.headers['accept-encoding']]
    .flat()
    .some((each) => /\bgzip\b/.test(each ?? ''));
  const bytes = isPacked ? file.packed : file.bytes;
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': bytes.length,
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

const refusals = {
  404: 'There is no such page. The console is at /console\n',
  405: 'This page is only read: use GET\n',
  421: 'The gateway does not go by this name: use http://127.0.0.1 and its port\n',
  503: 'The console’s page is not built. In a clone, type: node scripts/setup.mjs\n',
} as const;

function refuse(response: ServerResponse, status: keyof typeof refusals): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
  response.end(refusals[status]);
}
