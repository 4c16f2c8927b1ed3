import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { RequestError } from '../protocol/errors.ts';
import type { Credential } from '../store/store.ts';
import { forbidden, notFound } from './errors.ts';
import { noWords, type Recorder } from './recorder.ts';
import { isAllowed, type Allowed } from './roles.ts';
import { isSecret, secretHash } from '../store/secrets.ts';
import { sightOf, type Sights } from './sight.ts';
import type { OperatorDependencies } from './dependencies.ts';

export type OperatorCredential = Extract<Credential, { readonly kind: 'operator' }>;

/** The operator behind a request, and the labels that they may see. */
export interface Operator extends OperatorCredential, Sights {}

/** The variables that the routes share about a request. */
export interface OperatorEnv {
  Bindings: HttpBindings;
  Variables: { operator: Operator };
}

export interface OperatorParts extends OperatorDependencies {
  readonly recorder: Recorder;
}

/**
 * Lets only operators in. The key of a client opens nothing here, and that it was tried is
 * recorded: an agent holds it.
 */
export function authenticate(parts: OperatorParts): MiddlewareHandler<OperatorEnv> {
  return async (context, next) => {
    // Two headers arrive as one with a comma, which is no key.
    const secret = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (secret === undefined || !isSecret(secret)) throw unknownKey();
    const found = await parts.store.credentials.find(secretHash(secret));
    if (found === undefined || found.revokedMs !== undefined) throw unknownKey();
    if (found.kind === 'client') {
      const { id, name, tenant } = found;
      const act = { tenant, subject: id, label: noWords, payload: { client: name } };
      await parts.recorder.refused(id, 'client-refused', act);
      throw unknownKey();
    }
    context.set('operator', { ...found, ...sightOf(found.clearance, parts.spacesOf) });
    await next();
  };
}

/** Lets only those in who hold the role that a route asks for. */
export function needs(role: Allowed): MiddlewareHandler<OperatorEnv> {
  return async (context, next) => {
    if (role !== 'anyone' && !isAllowed(context.var.operator.roles, role)) {
      throw forbidden('role_needed', `this takes the role \`${role}\``, askAdmin);
    }
    await next();
  };
}

const askAdmin = 'ask an admin for a key with it: `sluice keys add`';

/** True if something of this tenant is an operator's business. */
export function reaches(operator: Operator, tenant: string): boolean {
  return operator.tenant === undefined || operator.tenant === tenant;
}

/** The tenant that a request is about. Throws where it is not the operator's, or not named. */
export function tenantOf(operator: Operator, named: string | undefined): string {
  const tenant = named ?? operator.tenant;
  if (tenant === undefined) throw tenantNeeded();
  if (!reaches(operator, tenant)) throw otherTenant();
  return tenant;
}

/** The tenant of a run: named, or the operator's own, or the one that has a run of this name. */
export async function tenantOfRun(
  { store }: OperatorParts,
  operator: Operator,
  { tenant: named, run }: { readonly tenant?: string | undefined; readonly run: string },
): Promise<string> {
  if (named !== undefined || operator.tenant !== undefined) return tenantOf(operator, named);
  const [event] = await store.events.list({ run, limit: 1 });
  if (event === undefined) throw notFound();
  return event.tenant;
}

/** The tenant to list of; `undefined`: all of them. */
export function tenantFilter(operator: Operator, named: string | undefined): string | undefined {
  if (named !== undefined && !reaches(operator, named)) throw otherTenant();
  return named ?? operator.tenant;
}

/** Throws where an act that touches every tenant is not this operator's to do. */
export function requireAllTenants({ tenant }: Operator): void {
  if (tenant === undefined) return;
  throw forbidden('all_tenants_needed', 'this is for admins of every tenant', askAdmin);
}

function tenantNeeded(): RequestError {
  const hint = 'name one in `tenant`';
  return new RequestError('tenant_needed', 'your key is for every tenant', { hint });
}

function otherTenant(): RequestError {
  return forbidden('other_tenant', 'your key is for another tenant', 'leave `tenant` out');
}

export function unknownKey(): RequestError {
  return new RequestError('unknown_key', 'the gateway does not know this operator’s key', {
    hint: 'send `authorization: Bearer op-sluice-...`; an admin makes one: `sluice keys add`',
    status: 401,
  });
}
