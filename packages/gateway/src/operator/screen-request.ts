import { isLoopbackHost } from '../settings/loopback.ts';
import { RequestError } from '../protocol/errors.ts';
import { limits } from '../limits.ts';
import { forbidden } from './errors.ts';
import { operatorLimits } from './limits.ts';

/** Names by which this machine calls itself; a port may follow. */
const hostForm = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Throws `RequestError` for a request that no client of ours sends: under a foreign name (a page
 * whose name was pointed at this machine), from a page of another origin, or too large. Pure.
 */
export function screenRequest(request: Request, hosts: readonly string[]): void {
  const host = requireHost(request, hosts);
  requireOrigin(request, host);
  requireSize(request);
  requireJson(request);
}

function requireHost(request: Request, hosts: readonly string[]): string {
  const host = (request.headers.get('host') ?? '').toLowerCase();
  const name = hostForm.exec(host)?.[1];
  // A request line may name a host of its own, in the place of the header's.
  const url = new URL(request.url);
  if (isOwnHost(host, hosts) && url.hostname.toLowerCase() === name) return host;
  throw new RequestError('foreign_host', 'the gateway does not go by this name', {
    hint: 'use http://127.0.0.1 and its port, or name the host under `listen.hosts`',
    status: 421,
  });
}

/** True if a `Host` is this machine's, or one that the gateway goes by. */
export function isOwnHost(text: string, hosts: readonly string[]): boolean {
  const host = text.toLowerCase();
  const name = hostForm.exec(host)?.[1];
  return name !== undefined && (isLoopbackHost(name) || isListed(hosts, { host, name }));
}

function isListed(
  hosts: readonly string[],
  { host, name }: { readonly host: string; readonly name: string },
): boolean {
  return hosts.some((each) => each.toLowerCase() === host || each.toLowerCase() === name);
}

/** Browsers say where a request comes from; programs say nothing. */
function requireOrigin(request: Request, host: string): void {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  const isSame = origin === null || origin === `http://${host}` || origin === `https://${host}`;
  if (isSame && (site === 'none' || site === 'same-origin')) return;
  const message = 'the request comes from a page of another origin';
  throw forbidden('foreign_origin', message, 'call the API from a program or from its own page');
}

function requireSize(request: Request): void {
  if (request.url.length > operatorLimits.urlCharactersMax) {
    const hint = `keep it under ${operatorLimits.urlCharactersMax} characters`;
    throw new RequestError('url_too_long', 'the address is too long', { hint, status: 414 });
  }
  let characters = 0;
  for (const [name, value] of request.headers) characters += name.length + value.length;
  if (characters <= limits.headerBytesMax) return;
  const hint = `keep them under ${limits.headerBytesMax} bytes`;
  throw new RequestError('headers_too_large', 'the headers are too large', { hint, status: 431 });
}

/** Refuses bodies other than JSON: a page can send those to another origin without a preflight. */
function requireJson(request: Request): void {
  if (request.method !== 'POST') return;
  const type = request.headers.get('content-type') ?? '';
  const isPlain = request.headers.get('content-encoding') === null;
  if (isPlain && /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type)) return;
  throw new RequestError('unsupported_media_type', 'the body is not plain `application/json`', {
    hint: 'send JSON with `content-type: application/json`, uncompressed',
    status: 415,
  });
}
