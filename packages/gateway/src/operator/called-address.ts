import { isLoopbackHost } from '../settings/loopback.ts';
import { forbidden } from './errors.ts';

/** The connection that a request came on. */
export interface LocalEnd {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/**
 * Throws `RequestError` where somebody who called the address `at` did not reach us there: without
 * TLS it must be the very end of the connection, for whoever listens elsewhere on this machine
 * could pass on what it is asked. With TLS a certificate has shown who listens; then it must be a
 * name of ours, so that nobody passes on what was asked of another one.
 */
export function requireOwnAddress(
  at: string,
  { end, hosts }: { readonly end: LocalEnd; readonly hosts: readonly string[] },
): void {
  const url = URL.canParse(at) ? new URL(at) : undefined;
  if (url !== undefined && url.origin === at && isOwn(url, end, hosts)) return;
  const message = 'the gateway does not listen at the address that was called';
  const hint = 'call it where it listens itself; through what passes requests on, use https';
  throw forbidden('other_address', message, hint);
}

function isOwn(url: URL, end: LocalEnd, hosts: readonly string[]): boolean {
  const { protocol, hostname, host, port } = url;
  if (protocol === 'https:') {
    return isLoopbackHost(hostname) || hosts.some((each) => each === host || each === hostname);
  }
  const local = end.localAddress?.replace(/^::ffff:/, '');
  const isThere = local !== undefined && hostname.replaceAll(/[[\]]/g, '') === local;
  return protocol === 'http:' && isThere && Number(port || 80) === end.localPort;
}
