import path from 'node:path';
import { SluiceError } from '@sluice/core';

/**
 * An error of starting as one that says what to type: those of the store and of the file system
 * too. Anything else is a fault of ours and stays as it is.
 */
export function setUpError(error: unknown, folder: string): unknown {
  if (error instanceof SluiceError) return onceHinted(error, folder);
  if (!(error instanceof Error)) return error;
  if ('hint' in error && typeof error.hint === 'string') {
    return new SluiceError('file-unreadable', error.message, { hint: error.hint, cause: error });
  }
  if (!('syscall' in error)) return error;
  const place = 'path' in error && typeof error.path === 'string' ? error.path : folder;
  const code = 'code' in error ? String(error.code) : 'unknown';
  return new SluiceError('file-unreadable', `cannot use \`${place}\` (${code})`, {
    hint: 'check the path in `gateway.yaml`, and who owns the file and its folder',
    cause: error,
  });
}

/** The mistakes of a policy say themselves, each in its line, what to type instead. */
function onceHinted(error: SluiceError, folder: string): SluiceError {
  const { code, problem, hint } = error;
  if (code !== 'policy-invalid' || !problem.includes(hint)) return error;
  const [, file] = /^(.+?):\d+:\d+: /.exec(problem) ?? [];
  const shown = file === undefined ? '' : ` ${path.relative('.', path.resolve(folder, file))}`;
  const all = `correct it, then check the whole policy: sluice policy check${shown}`;
  return new SluiceError(code, problem, { hint: all, cause: error });
}
