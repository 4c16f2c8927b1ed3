import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SluiceError } from '@sluice/core';
import { requirePrivate } from '../store/sealed/private-file.ts';
import { asStoreError, isBusy } from '../store/sqlite/failure.ts';

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

/** Who can open it could keep every gateway away. */
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
