import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { fieldsOf } from '../../json.ts';

/** Where the gateway listens where nothing says otherwise. */
export const usualUrl = 'http://127.0.0.1:4141';

/** A running gateway writes here where it listens, and takes it away when it stops. */
const urlFile = '.sluice/gateway.url';

/** The help of `--url`, for every command that takes it. */
export const urlHelp: string = `address of the gateway (default: from ${urlFile}, else gateway.yaml, else ${usualUrl})`;

// Said again here: the operators' commands start without loading the gateway.
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True if an address leads to this machine alone. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/**
 * Where the gateway of a folder listens, by what it wrote there, else by its settings. Only on this
 * machine: files that came with a project must not send an operator's key elsewhere.
 */
export function urlIn(folder: string): string {
  return ownUrl(textOf(path.join(folder, urlFile)).trim()) ?? settingsUrl(folder) ?? usualUrl;
}

/**
 * Writes where a gateway listens beside its keys, for the commands of operators; gives what takes
 * it away. Only one gateway has this folder's database.
 */
export function tellUrl(url: string, database: string): () => void {
  const file = path.join(path.dirname(database), path.basename(urlFile));
  const { protocol, hostname, port } = new URL(url);
  const host = named(hostname.replaceAll(/[[\]]/g, ''));
  writeFileSync(file, `${protocol}//${host}${port === '' ? '' : `:${port}`}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function settingsUrl(folder: string): string | undefined {
  const { host = '127.0.0.1', port, tls } = listenIn(textOf(path.join(folder, 'gateway.yaml')));
  if (typeof host !== 'string' || typeof port !== 'number') return undefined;
  return ownUrl(`${tls === undefined ? 'http' : 'https'}://${named(host)}:${port}`);
}

/** Reads a broken settings file as an empty one: the gateway complains of it. */
function listenIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(fieldsOf(parse(text, { maxAliasCount: 0 }))['listen']);
  } catch {
    return {};
  }
}

/** A host as it stands in an address. One that means every address is called on this machine. */
function named(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function ownUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && isLoopback(url)
    ? url.origin
    : undefined;
}

function textOf(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
