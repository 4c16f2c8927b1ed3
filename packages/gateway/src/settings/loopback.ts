import type { Settings } from './settings.ts';

const addresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const names = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True if keys that are sent to what listens so stay on this machine, or are encrypted. */
export function isSafeListen({ host, tls, behindTls }: Settings['listen']): boolean {
  return addresses.has(host) || tls !== undefined || behindTls;
}

/** True if a host, as URLs and headers write it, is this machine alone. */
export function isLoopbackHost(name: string): boolean {
  return names.test(name);
}

/** The address of what listens so. */
export function listenUrl({ host, tls }: Settings['listen'], port: number): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}`;
}
