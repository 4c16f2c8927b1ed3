import { z } from 'zod';
import type { CredentialsTable } from './queries/tables.ts';
import { opened } from './sealed/seal.ts';
import type { Credential, Role } from './store.ts';

const roleList = z.array(z.enum(['viewer', 'approver', 'endorser', 'admin']));

export function rowOf(credential: Credential, secretHash: string): CredentialsTable {
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

export function credentialOf(row: CredentialsTable): Credential {
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
