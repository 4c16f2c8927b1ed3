import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';

/** The words that run this command. */
export type Launcher = readonly string[];

const own = fileURLToPath(new URL('../../../bin/sluice.mjs', import.meta.url));

/**
 * Whole paths: clients with a window start servers without the user's `PATH`, and `npx` in a
 * project would run what that project put there. Throws `settings-invalid` in the cache of `npx`.
 */
export function ownLauncher(bin: string = own): Launcher {
  if (existsSync(bin) && !bin.split(path.sep).includes('_npx')) return [process.execPath, bin];
  throw new SluiceError('settings-invalid', 'clients cannot start a `sluice` that `npx` keeps', {
    hint: 'install it first: npm install --global sluice; then: sluice init --mcp',
  });
}

/** The words before a server's own, with `--` at their end. */
export function wrapperOf(
  launcher: Launcher,
  { name, policy }: { readonly name: string; readonly policy: string | undefined },
): readonly string[] {
  const policyWords = policy === undefined ? [] : ['--policy', policy];
  return [...launcher, 'mcp', '--name', name, ...policyWords, '--'];
}

/** How many words of a command line are Sluice's; 0 where it starts no server of ours. */
export function wrapperLength(line: readonly string[]): number {
  const end = line.indexOf('--');
  const at = line.slice(0, Math.max(end, 0)).indexOf('mcp');
  return at > 0 && isLauncher(line.slice(0, at)) ? end + 1 : 0;
}

function isLauncher(words: readonly string[]): boolean {
  const [program = '', ...rest] = words;
  const name = path.basename(program.replaceAll('\\', '/')).replace(/\.(?:cmd|exe)$/i, '');
  const last = path.basename(rest.at(-1)?.replaceAll('\\', '/') ?? '');
  if (name === 'npx') return last === 'sluice';
  if (name === 'sluice' || name === 'sluice.mjs') return rest.length === 0;
  return name.startsWith('node') && last === 'sluice.mjs';
}
