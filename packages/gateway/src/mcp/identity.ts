import path from 'node:path';
import { sha256 } from './sha256.ts';

interface Program {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly url?: string | undefined;
}

/**
 * Says which server it is, for whoever accepts it. Arguments and addresses may hold secrets: only
 * the name of a package, a host and plain words of a path are shown, and a hash stands for all.
 */
export function identityOf({ command, args = [], url }: Program): string {
  if (command === undefined) return addressOf(new URL(url ?? ''));
  const named = packageIn(command, args);
  return [command, ...(named === undefined ? [] : [named]), `arguments ${hashOf(args)}`].join(' ');
}

function addressOf({ origin, pathname, href }: URL): string {
  const shown = pathname
    .split('/')
    .map((word) => (plainWord.test(word) ? word : '...'))
    .join('/');
  return `${origin}${shown} address ${hashOf(href)}`;
}

/** Parts of a path that are in use everywhere, such as `mcp`, `sse`, `v1`: too short for a key. */
const plainWord = /^(?:[a-z-]{0,12}|v\d{1,2})$/;

/** The package that a runner runs. An argument behind an unknown flag may be its value: a key. */
function packageIn(command: string, args: readonly string[]): string | undefined {
  const runner = path.basename(command.replaceAll('\\', '/')).replace(/\.(?:cmd|exe)$/i, '');
  if (!runners.has(runner)) return undefined;
  const first = args.find((arg) => !flags.has(arg));
  return first !== undefined && packageName.test(first) ? first : undefined;
}

const runners = new Set(['npx', 'bunx', 'uvx', 'pnpx', 'pipx', 'node', 'python', 'python3']);
const flags = new Set(['-y', '--yes', '-q', '--quiet', '-m', 'run']);
const packageName = /^(?=.{1,96}$)(?:@[\w.-]+\/)?[\w./-]+(?:(?:@|==)[\w.-]+)?$/;

function hashOf(value: unknown): string {
  return `sha256:${sha256(JSON.stringify(value)).slice(0, 32)}`;
}
