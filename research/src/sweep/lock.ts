import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SluiceError } from '@sluice/core';

/**
 * Claims a ledger for this sweep; gives what releases it. The claim is a lock of the system's on
 * a file beside the ledger, so that it ends with the process, however that ends. Throws
 * `file-unreadable` where another sweep has it, or where no lock can be had.
 */
export function claimLedger(ledger: string): () => void {
  mkdirSync(path.dirname(path.resolve(ledger)), { recursive: true });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${ledger}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (cause) {
    if (lock?.isOpen === true) lock.close();
    throw new SluiceError('file-unreadable', `cannot claim the ledger \`${ledger}\``, {
      hint: 'another sweep may be writing it: wait for that, or name another file',
      cause,
    });
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
