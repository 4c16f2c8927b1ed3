import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SluiceError } from '@sluice/core';
import { requirePrivate } from '../../sealed/private-file.ts';
import { asStoreError, isBusy } from './failure.ts';

/**
 * Claims a database for this gateway; gives what releases it. A second gateway would go on with
 * labels of runs that the first has raised, would not hear of its answers, and would let a key in
 * that the first has revoked: each keeps these in memory.
 *
 * The claim is a lock of the system's on a file beside the database, so that it ends with the
 * process, however that ends. Throws `settings-invalid` where another has it.
 */
export function claimAlone(database: string): () => void {
  const file = `${database}.lock`;
  privateFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw isBusy(cause) ? taken(database, cause) : asStoreError(cause, file);
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** Makes the file private: a process that can open it could keep every gateway away. */
function privateFile(file: string): void {
  if (existsSync(file)) {
    requirePrivate(file);
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

function taken(database: string, cause: unknown): SluiceError {
  const shown = path.relative('.', database) || database;
  return new SluiceError(
    'settings-invalid',
    `another gateway runs with the database \`${shown}\``,
    {
      hint: 'use it, stop it, or name another `database:` in `gateway.yaml`',
      cause,
    },
  );
}

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
