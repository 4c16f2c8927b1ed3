import { statement } from './statement.ts';
import type { CredentialsTable } from './tables.ts';

export const insertCredential = statement<Readonly<CredentialsTable>>()((query, slot) =>
  query.insertInto('credentials').values({
    id: slot('id'),
    secretHash: slot('secretHash'),
    kind: slot('kind'),
    name: slot('name'),
    tenant: slot('tenant'),
    profile: slot('profile'),
    roles: slot('roles'),
    clearance: slot('clearance'),
    createdMs: slot('createdMs'),
    revokedMs: slot('revokedMs'),
  }),
);

/** Revoked ones are not found. */
export const findCredential = statement<{ secretHash: string }>()((query, slot) =>
  query
    .selectFrom('credentials')
    .selectAll()
    .where('secretHash', '=', slot('secretHash'))
    .where('revokedMs', 'is', null),
);

export const allCredentials = statement<Readonly<Record<string, never>>>()((query) =>
  query.selectFrom('credentials').selectAll().orderBy('createdMs').orderBy('id'),
);

export const operatorHashes = statement<Readonly<Record<string, never>>>()((query) =>
  query
    .selectFrom('credentials')
    .select('secretHash')
    .where('kind', '=', 'operator')
    .where('revokedMs', 'is', null),
);

export const revokeCredential = statement<{ id: string; revokedMs: number }>()((query, slot) =>
  query
    .updateTable('credentials')
    .set({ revokedMs: slot('revokedMs') })
    .where('id', '=', slot('id'))
    .where('revokedMs', 'is', null),
);

export const replaceSecret = statement<{ id: string; secretHash: string }>()((query, slot) =>
  query
    .updateTable('credentials')
    .set({ secretHash: slot('secretHash') })
    .where('id', '=', slot('id'))
    .where('revokedMs', 'is', null),
);
