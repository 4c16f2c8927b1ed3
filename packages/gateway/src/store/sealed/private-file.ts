import { statSync } from 'node:fs';
import { StoreError } from '../errors.ts';

/** Throws `store-exposed` where another user may read or write the file. */
export function requirePrivate(file: string): void {
  // Windows has no such bits: there the folder's access list protects the file.
  if (process.platform === 'win32') return;
  const others = statSync(file).mode & 0o077;
  if (others === 0) return;
  throw new StoreError('store-exposed', `\`${file}\` can be opened by other users`, {
    hint: `chmod 600 ${file}`,
  });
}
