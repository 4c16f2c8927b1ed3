import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';

/**
 * The one path of a database, whatever links lead to it: what is locked and written beside it is
 * then the same for everyone. Throws `settings-invalid` for a file with several names of its own,
 * and for a link that leads nowhere.
 */
export function realPathOf(database: string): string {
  const folder = path.dirname(database);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(database, { throwIfNoEntry: false }) === undefined) {
    return path.join(realpathSync(folder), path.basename(database));
  }
  const real = existing(database);
  // By each name it would have a lock and a log of its own.
  if (statSync(real).nlink > 1) throw notOne(database, 'has several names (hard links)');
  return real;
}

function existing(database: string): string {
  try {
    return realpathSync(database);
  } catch {
    throw notOne(database, 'is a link that leads nowhere');
  }
}

function notOne(database: string, problem: string): SluiceError {
  return new SluiceError('settings-invalid', `the database \`${database}\` ${problem}`, {
    hint: 'name the file itself under `database:` in `gateway.yaml`, and give it one name only',
  });
}
