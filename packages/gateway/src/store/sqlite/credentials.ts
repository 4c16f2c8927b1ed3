import { credentialOf, rowOf } from '../credential-row.ts';
import {
  allCredentials,
  findCredential,
  insertCredential,
  operatorHashes,
  replaceSecret,
  revokeCredential,
} from '../queries/credentials.ts';
import type { CredentialStore } from '../store.ts';
import { durably } from './connection/writer.ts';
import type { Context } from './context.ts';

/**
 * Credentials by the SHA-256 of their secrets. A secret is 256 random bits, so that its plain hash
 * cannot be tried out and needs no salt; and who times the lookup learns about hashes, from which
 * no secret follows.
 */
export function credentialStore({ database, writer }: Context): CredentialStore {
  const insert = database.prepare(insertCredential);
  const find = database.prepare(findCredential);
  const all = database.prepare(allCredentials);
  const hashes = database.prepare(operatorHashes);
  const revoke = database.prepare(revokeCredential);
  const replace = database.prepare(replaceSecret);
  return {
    add: async (credential, secretHash) =>
      await writer.write(() => void insert.run(rowOf(credential, secretHash)), durably),
    find: async (secretHash) => {
      const row = find.first({ secretHash });
      return row === undefined ? undefined : credentialOf(row);
    },
    list: async () => all.all({}).map((row) => credentialOf(row)),
    operatorHashes: async () => hashes.all({}).map(({ secretHash }) => secretHash),
    revoke: async (id, atMs) =>
      await writer.write(() => revoke.run({ id, revokedMs: atMs }) === 1, durably),
    replaceSecret: async (id, secretHash) =>
      await writer.write(() => replace.run({ id, secretHash }) === 1, durably),
  };
}
