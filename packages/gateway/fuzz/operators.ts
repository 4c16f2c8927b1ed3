import type { Role } from '../src/store/store.ts';

/** An operator whose key the fuzz run holds. */
export interface Operator {
  readonly name: string;
  /** `undefined`: every tenant. */
  readonly tenant: string | undefined;
  readonly roles: readonly Role[];
  readonly clearance: string;
  readonly key: string;
}

const everything: readonly Role[] = ['viewer', 'approver', 'endorser', 'admin'];
const low = 'untrusted & public';
const middle = 'untrusted & internal';

/** One operator of each kind; `acme` has the name of that tenant's clients. */
export const operatorSpecs: readonly Omit<Operator, 'key'>[] = [
  { name: 'root', tenant: undefined, roles: everything, clearance: 'top' },
  { name: 'anywhere', tenant: undefined, roles: ['admin', 'approver'], clearance: low },
  { name: 'reader', tenant: 'acme', roles: ['viewer'], clearance: low },
  { name: 'ann', tenant: 'acme', roles: ['approver'], clearance: middle },
  { name: 'acme', tenant: 'acme', roles: ['approver', 'endorser'], clearance: 'top' },
  { name: 'keeper', tenant: 'acme', roles: ['admin'], clearance: middle },
  { name: 'bob', tenant: 'globex', roles: everything, clearance: 'top' },
  { name: 'eve', tenant: 'globex', roles: ['viewer', 'endorser'], clearance: low },
];
