import { isLoopbackHost } from './loopback.ts';

/** True for the address of a database over the network; else it is the path of a SQLite file. */
export function isServerAddress(database: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(database);
}

/** The path that files beside the database have theirs by; a server has the usual folder. */
export function localPathOf(database: string): string {
  return isServerAddress(database) ? '.sluice/sluice.db' : database;
}

/** The reason why a database cannot be one of the settings, as far as its text tells. */
export function problemOfDatabase(database: string): string | undefined {
  if (!isServerAddress(database)) return undefined;
  const parts = /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?([^/?#]*)\/[^?#]*(?:\?(.*))?$/.exec(database);
  if (parts === null) {
    return 'it must be the path of a SQLite file, or `postgres://ROLE@HOST:PORT/DATABASE`';
  }
  const [, user = '', address = '', query = ''] = parts;
  const options = new URLSearchParams(query);
  if (user.includes(':') || options.has('password')) {
    return 'it must not hold the password: take it out, and set the environment variable PGPASSWORD';
  }
  const host = options.get('host') ?? address.replace(/:\d+$/, '');
  const mode = options.get('sslmode');
  if (mode !== null && mode !== 'verify-full' && mode !== 'disable') {
    return 'it must have the `sslmode` `verify-full`, or `disable` in a network of its own';
  }
  const isHere = host === '' || host.startsWith('/') || isLoopbackHost(host);
  if (isHere || mode !== null) return undefined;
  return 'it must end in `?sslmode=verify-full` (and `&sslrootcert=FILE` for a CA of your own)';
}
