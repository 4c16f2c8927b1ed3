import { statSync } from 'node:fs';
import { StoreError } from '../errors.ts';

/**
 * Throws `store-exposed` where another user may open the file, `store-unopenable` if it is none.
 */
export function requirePrivate(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) {
    const hint = 'give the path of a file';
    throw new StoreError('store-unopenable', `\`${file}\` is not a file`, { hint });
  }
  // Windows has no such bits: there the folder's access list protects the file.
  if (process.platform === 'win32') return;
  const others = status.mode & 0o077;
  if (others === 0) return;
  throw new StoreError('store-exposed', `\`${file}\` can be opened by other users`, {
    hint: `chmod 600 ${file}`,
  });
}
