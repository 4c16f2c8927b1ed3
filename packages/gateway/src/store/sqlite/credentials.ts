import { z } from 'zod';
import type { Credential, CredentialStore, Role } from '../store.ts';
import type { Context } from './context.ts';
import { opened } from '../sealed/seal.ts';
import { durably } from './connection/writer.ts';
import type { CredentialsTable } from './rows/tables.ts';

const roleList = z.array(z.enum(['viewer', 'approver', 'endorser', 'admin']));

/**
 * Credentials by the SHA-256 of their secrets. A secret is 256 random bits, so that its plain hash
 * cannot be tried out and needs no salt; and who times the lookup learns about hashes, from which
 * no secret follows.
 */
export function credentialStore({ database, writer }: Context): CredentialStore {
  const { query } = database;
  const rows = query.selectFrom('credentials').selectAll();
  const find = database.prepare<{ secretHash: string }>()((_, slot) =>
    rows.where('secretHash', '=', slot('secretHash')).where('revokedMs', 'is', null),
  );
  return {
    add: async (credential, secretHash) => {
      const row = rowOf(credential, secretHash);
      await writer.write(() => database.all(query.insertInto('credentials').values(row)), durably);
    },
    find: async (secretHash) => {
      const row = find.first({ secretHash });
      return row === undefined ? undefined : credentialOf(row);
    },
    list: async () =>
      database.all(rows.orderBy('createdMs').orderBy('id')).map((row) => credentialOf(row)),
    operatorHashes: async () =>
      database
        .all(rows.where('kind', '=', 'operator').where('revokedMs', 'is', null))
        .map(({ secretHash }) => secretHash),
    revoke: async (id, atMs) =>
      await writer.write(() => {
        const revoked = query
          .updateTable('credentials')
          .set({ revokedMs: atMs })
          .where('id', '=', id)
          .where('revokedMs', 'is', null)
          .returning('id');
        return database.all(revoked).length === 1;
      }, durably),
    replaceSecret: async (id, secretHash) =>
      await writer.write(() => {
        const replaced = query
          .updateTable('credentials')
          .set({ secretHash })
          .where('id', '=', id)
          .where('revokedMs', 'is', null)
          .returning('id');
        return database.all(replaced).length === 1;
      }, durably),
  };
}

function rowOf(credential: Credential, secretHash: string): CredentialsTable {
  const { id, name, createdMs } = credential;
  const revokedMs = credential.revokedMs ?? null;
  const common = { id, secretHash, name, createdMs, revokedMs };
  switch (credential.kind) {
    case 'client': {
      const { kind, tenant, profile } = credential;
      return { ...common, kind, tenant, profile, roles: null, clearance: null };
    }
    case 'operator': {
      const { kind, roles, clearance } = credential;
      const tenant = credential.tenant ?? null;
      return { ...common, kind, tenant, profile: null, roles: JSON.stringify(roles), clearance };
    }
  }
}

function credentialOf(row: CredentialsTable): Credential {
  const { id, name, createdMs } = row;
  const common = { id, name, createdMs, revokedMs: row.revokedMs ?? undefined };
  switch (row.kind) {
    case 'client': {
      const tenant = present(row.tenant);
      return { ...common, kind: row.kind, tenant, profile: present(row.profile) };
    }
    case 'operator': {
      const tenant = row.tenant ?? undefined;
      const roles = rolesIn(present(row.roles));
      return { ...common, kind: row.kind, tenant, roles, clearance: present(row.clearance) };
    }
  }
}

/** Throws where a column is missing: a client without a tenant is not a client of every tenant. */
function present(text: string | null): string {
  return opened(() => z.string().parse(text));
}

function rolesIn(json: string): readonly Role[] {
  return opened(() => roleList.parse(JSON.parse(json)));
}
