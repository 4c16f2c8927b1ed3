import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';

/**
 * Writes a file that is not there yet. `kept`: there is one, and it stays as it is, a link that
 * leads nowhere included. Throws `file-unreadable` where the folder takes no file.
 */
export function writeNew(file: string, text: string): 'written' | 'kept' {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return 'written';
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return 'kept';
    throw unwritable(file, cause);
  }
}

/** Adds a line to a list of ignored files, where nothing there says it yet. */
export function ignoreIn(folder: string, line: string): 'written' | 'kept' {
  const file = path.join(folder, '.gitignore');
  const known = textOf(file);
  const bare = line.replace(/\/$/, '');
  const says = new Set([line, bare, `/${line}`, `/${bare}`]);
  if (known.split('\n').some((each) => says.has(each.trim()))) return 'kept';
  const gap = known === '' || known.endsWith('\n') ? '' : '\n';
  try {
    writeFileSync(file, `${gap}${line}\n`, { flag: 'a' });
  } catch (cause) {
    throw unwritable(file, cause);
  }
  return 'written';
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function unwritable(file: string, cause: unknown): SluiceError {
  return new SluiceError('file-unreadable', `cannot write \`${file}\``, {
    hint: 'check who owns the folder, or name another with `--dir FOLDER`',
    cause,
  });
}
