import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { Env } from './client.ts';

/** The file of a program, as a shell finds it; `undefined`: there is none. */
export function findProgram(name: string, env: Env, folder: string): string | undefined {
  if (name.includes('/') || name.includes(path.sep)) return runnable(path.resolve(folder, name));
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((each) => each !== '');
  for (const each of folders) {
    const found = runnable(path.resolve(folder, each, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function runnable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(realpathSync(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The same. Throws `file-unreadable` with what installs it. */
export function programAt(
  name: string,
  { env, folder, install }: { readonly env: Env; folder: string; install: string | undefined },
): string {
  // Windows finds programs by rules of its own.
  const found = process.platform === 'win32' ? name : findProgram(name, env, folder);
  if (found !== undefined) return found;
  throw new SluiceError('file-unreadable', `there is no program \`${name}\` on your PATH`, {
    hint: install === undefined ? 'install it, or name its path' : `install it: ${install}`,
  });
}
