import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { StoreError } from '../errors.ts';
import { requirePrivate } from './private-file.ts';
import { keyBytes } from './seal.ts';

/** Where the master key comes from: 64 hex digits given (from the environment), or a file. */
export type MasterKeySource =
  | { readonly kind: 'given'; readonly hex: string }
  | { readonly kind: 'file'; readonly file: string };

/**
 * The master key. A file is created only for a database that is new: one that was written under
 * another key would be unreadable. Throws `master-key-missing`, `master-key-invalid`, and
 * `store-exposed` where others can read the file.
 */
export function masterKey(source: MasterKeySource, { isNew }: { readonly isNew: boolean }): Buffer {
  switch (source.kind) {
    case 'given':
      return keyFrom(source.hex, 'the given master key');
    case 'file':
      if (isNew && !existsSync(source.file)) createKey(source.file);
      return keyFrom(readKey(source.file), `the master key in \`${source.file}\``);
  }
}

/** Complete or not there: where two processes start at once, both use the key that came first. */
function createKey(file: string): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(keyBytes).toString('hex')}\n`);
    // The first commit must not reach the disk before the key that opens it.
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (cause) {
    if (!existsSync(file)) throw cause;
  } finally {
    closeSync(handle);
    rmSync(draft);
  }
}

function readKey(file: string): string {
  try {
    requirePrivate(file);
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('master-key-missing', `cannot read the master key in \`${file}\``, {
      hint: 'put back the file that was made with the database, or give its key',
      cause,
    });
  }
}

function keyFrom(hex: string, place: string): Buffer {
  if (/^[\da-f]{64}$/i.test(hex)) return Buffer.from(hex, 'hex');
  throw new StoreError('master-key-invalid', `${place} is not a key`, {
    hint: 'a key is 64 hexadecimal digits: `openssl rand -hex 32` makes one',
  });
}
