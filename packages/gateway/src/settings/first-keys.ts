import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { newSecret, secretHash } from '../store/secrets.ts';
import { requirePrivate } from '../store/sealed/private-file.ts';
import type { Credential, Store } from '../store/store.ts';

/** A key that stands in a file beside the database. */
export interface KeyFile {
  readonly file: string;
  /**
   * `made`: just now. `known`: it opens this database. `stale`: it opens nothing any more, and
   * others do. `elsewhere`: there is no file, and keys that somebody keeps.
   */
  readonly state: 'made' | 'known' | 'stale' | 'elsewhere';
}

export interface FirstKeys {
  readonly client: KeyFile;
  readonly operator: KeyFile;
}

export interface FirstKeysOptions {
  /** Path of the database: the keys stand beside it. */
  readonly database: string;
  /** Profile of the client's key. */
  readonly profile: string;
  readonly nowMs: number;
}

type Kind = Credential['kind'];

/** Where a kind of key stands. */
export function keyFileOf(kind: Kind, database: string): string {
  return path.join(path.dirname(database), `${kind}.key`);
}

/**
 * Makes a client's key and an operator's where the database holds none of the kind, and writes each
 * to a file of its own that nobody else can read. A file that was there before is never taken over:
 * who put it there would be let in. Throws `settings-invalid`, and `store-exposed` where others can
 * read a file.
 */
export async function firstKeys(store: Store, options: FirstKeysOptions): Promise<FirstKeys> {
  // Beside a database on a server there is no folder yet.
  mkdirSync(path.dirname(options.database), { recursive: true, mode: 0o700 });
  const client = await keyOf('client', store, options);
  return { client, operator: await keyOf('operator', store, options) };
}

async function keyOf(kind: Kind, store: Store, options: FirstKeysOptions): Promise<KeyFile> {
  const file = keyFileOf(kind, options.database);
  const credentials = await store.credentials.list();
  const isFirst = !credentials.some((each) => each.kind === kind && each.revokedMs === undefined);
  if (existsSync(file)) return { file, state: await stateOf(file, { kind, store, isFirst }) };
  if (!isFirst) return { file, state: 'elsewhere' };
  const secret = newSecret(kind);
  writePrivate(file, secret);
  await store.credentials.add(credentialOf(kind, options), secretHash(secret));
  return { file, state: 'made' };
}

async function stateOf(
  file: string,
  { kind, store, isFirst }: { kind: Kind; store: Store; isFirst: boolean },
): Promise<KeyFile['state']> {
  requirePrivate(file);
  const found = await store.credentials.find(secretHash(readFileSync(file, 'utf8').trim()));
  if (found?.kind === kind && found.revokedMs === undefined) return 'known';
  if (!isFirst) return 'stale';
  throw new SluiceError('settings-invalid', `\`${file}\` is not a key of this database`, {
    hint: `delete it and start again, which makes a new one: rm ${file}`,
  });
}

function writePrivate(file: string, secret: string): void {
  ignoreFolder(path.dirname(file));
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, `${secret}\n`);
  } finally {
    closeSync(handle);
  }
}

/** A folder of ours keeps itself out of a repository, keys and records alike. */
function ignoreFolder(folder: string): void {
  const file = path.join(folder, '.gitignore');
  if (path.basename(folder) !== '.sluice' || existsSync(file)) return;
  writeFileSync(file, '*\n', { flag: 'wx' });
}

/**
 * The operator has a name of its own: nobody lets a call of their own client through, and these two
 * keys are for an agent and for a person.
 */
function credentialOf(kind: Kind, { profile, nowMs }: FirstKeysOptions): Credential {
  const id = `key_${randomBytes(16).toString('hex')}`;
  const common = { id, createdMs: nowMs, revokedMs: undefined };
  switch (kind) {
    case 'client':
      return { kind, ...common, name: 'agent', tenant: 'default', profile };
    case 'operator':
      return {
        kind,
        ...common,
        name: 'operator',
        tenant: undefined,
        roles: ['viewer', 'approver', 'endorser', 'admin'],
        clearance: 'top',
      };
  }
}
