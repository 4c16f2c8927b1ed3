import type { HttpBindings } from '@hono/node-server';
import type { HonoRequest, MiddlewareHandler } from 'hono';
import { RequestError } from '../protocol/errors.ts';
import type { Credential } from '../store/store.ts';
import { cookieIn, tokenHeader } from './console/cookie.ts';
import type { ConsoleSessions, Session } from './console/sessions.ts';
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
  Variables: {
    operator: Operator;
    /** Of the browser that they are signed in with; `undefined`: they sent their key. */
    session: Session | undefined;
    /** False once the key was revoked, or the session has ended. */
    isStillIn: () => Promise<boolean>;
  };
}

export interface OperatorParts extends OperatorDependencies {
  readonly recorder: Recorder;
}

/**
 * Lets only operators in: by their key, or by the session of a browser. The key of a client opens
 * nothing here, and that it was tried is recorded: an agent holds it.
 */
export function authenticate(
  parts: OperatorParts,
  sessions: ConsoleSessions,
): MiddlewareHandler<OperatorEnv> {
  return async (context, next) => {
    const header = context.req.header('authorization');
    const session = header === undefined ? sessionOf(context.req, sessions) : undefined;
    // Two headers arrive as one with a comma, which is no key.
    const secret = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
    const enter = async (): Promise<Operator | undefined> =>
      session === undefined
        ? await operatorOf(parts, secret)
        : await operatorBySecretHash(parts, session.secretHash);
    const operator = await enter();
    if (operator === undefined) throw unknownKey();
    const isStillIn = async (): Promise<boolean> => {
      const isOpen = session === undefined || sessionOf(context.req, sessions) === session;
      return isOpen && (await enter()) !== undefined;
    };
    // What a page keeps open by itself shows nobody there.
    if (session !== undefined && context.req.path !== '/api/live') sessions.seen(session);
    context.set('operator', operator);
    context.set('session', session);
    context.set('isStillIn', isStillIn);
    await next();
  };
}

function sessionOf(request: HonoRequest, sessions: ConsoleSessions): Session | undefined {
  const cookie = cookieIn(request.header('cookie'));
  const token = request.header(tokenHeader);
  if (cookie === undefined || token === undefined) return undefined;
  const found = sessions.find(cookie, token);
  if (found === undefined) throw signedOut();
  return found;
}

/** The operator whose key this is. Throws 401 for anything else, and records a client's key. */
export async function operatorOf(
  parts: OperatorParts,
  secret: string | undefined,
): Promise<Operator> {
  if (secret === undefined || !isSecret(secret)) throw unknownKey();
  const found = await parts.store.credentials.find(secretHash(secret));
  if (found === undefined || found.revokedMs !== undefined) throw unknownKey();
  if (found.kind === 'operator') return operatorIn(parts, found);
  const { id, name, tenant } = found;
  const act = { tenant, subject: id, label: noWords, payload: { client: name } };
  await parts.recorder.refused(id, 'client-refused', act);
  throw unknownKey();
}

/** The operator whose key has this hash, as long as it counts. */
export async function operatorBySecretHash(
  parts: OperatorParts,
  hash: string,
): Promise<Operator | undefined> {
  const found = await parts.store.credentials.find(hash);
  const isIn = found?.kind === 'operator' && found.revokedMs === undefined;
  return isIn ? operatorIn(parts, found) : undefined;
}

function operatorIn({ spacesOf }: OperatorParts, found: OperatorCredential): Operator {
  return { ...found, ...sightOf(found.clearance, spacesOf) };
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

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const noSuchKey: Told = {
  code: 'unknown_key',
  message: 'the gateway does not know this operator’s key',
  hint: 'send `authorization: Bearer op-sluice-...`; an admin makes one: `sluice keys add`',
};

export function unknownKey({ code, message, hint }: Told = noSuchKey): RequestError {
  return new RequestError(code, message, { hint, status: 401 });
}

function signedOut(): RequestError {
  const message = 'you are signed out: the session has ended, or the gateway was started anew';
  const hint = 'sign in again: `sluice console`, or your key';
  return unknownKey({ code: 'signed_out', message, hint });
}
