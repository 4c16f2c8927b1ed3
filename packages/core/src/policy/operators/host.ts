import { limits } from '../../limits.ts';
import { truth, type Truth } from './truth.ts';

/** A host of a policy: itself, or with `*.` before it whatever lies below it. */
export interface Host {
  readonly name: string;
  readonly below: boolean;
}

/** `undefined` where it is no host, or `*.` with less than two names behind it. */
export function readHost(text: string): Host | undefined {
  const below = text.startsWith('*.');
  const name = (below ? text.slice(2) : text).toLowerCase();
  const isHost = URL.canParse(`https://${name}/`) && hostOf(`https://${name}/`) === name;
  return isHost && (!below || name.includes('.')) ? { name, below } : undefined;
}

/** Says if a web address has one of these hosts; unknown of all that is not plainly an address. */
export function hasHost(hosts: readonly Host[], address: unknown): Truth {
  const host = typeof address === 'string' ? hostOf(address) : undefined;
  return truth(host === undefined ? undefined : hosts.some((pattern) => isOf(host, pattern)));
}

/** True if each host of the first pattern is one of the second. */
export function isHostIn(inner: Host, outer: Host): boolean {
  if (inner.below) return outer.below && `.${inner.name}`.endsWith(`.${outer.name}`);
  return isOf(inner.name, outer);
}

function isOf(host: string, { name, below }: Host): boolean {
  return below ? host.endsWith(`.${name}`) : host === name;
}

/**
 * Programs differ in how they read an address with user info, a back slash, a space, letters that
 * are no ASCII, a port or a dot at the end of the host. This is what all of them read alike.
 */
const plain = new RegExp(
  [
    String.raw`^[hH][tT][tT][pP][sS]?:\/\/`,
    String.raw`([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)(?::\d+)?`,
    String.raw`(?:\/[^\\\s\p{Cc}\p{Cf}]*)?$`,
  ].join(''),
  'u',
);

function hostOf(address: string): string | undefined {
  if (address.length > limits.patternCharactersMax) return undefined;
  const [, host = ''] = plain.exec(address) ?? [];
  if (host === '' || !URL.canParse(address)) return undefined;
  // The port is empty where it is the scheme's own. The platform reads 0x7f.1 as 127.0.0.1.
  const { hostname, port } = new URL(address);
  const isName = !/(?:^|\.)\d+$/.test(hostname);
  return isName && port === '' && hostname === host.toLowerCase() ? hostname : undefined;
}
