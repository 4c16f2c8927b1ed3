import { randomBytes } from 'node:crypto';
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import type { Credential } from '../../store/store.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { requireAllTenants, tenantOf } from '../operators.ts';
import type { Operator, OperatorEnv, OperatorParts } from '../operators.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { newSecret, secretHash } from '../../store/secrets.ts';
import { keyId, nameText } from '../shapes.ts';
import { covers, isLabel } from '../sight.ts';

const role = z.enum(['viewer', 'approver', 'endorser', 'admin']);
const dates = { createdMs: z.number(), revokedMs: z.number().nullable() };

const keyShape = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('client'),
      id: z.string(),
      name: z.string(),
      tenant: z.string(),
      profile: z.string(),
      ...dates,
    }),
    z.object({
      kind: z.literal('operator'),
      id: z.string(),
      name: z.string(),
      tenant: z.string().nullable().openapi({ description: 'null: every tenant' }),
      roles: z.array(role),
      clearance: z.string(),
      ...dates,
    }),
  ])
  .openapi('Key');

const newKey = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('client'),
    name: nameText,
    tenant: nameText.optional(),
    profile: nameText,
  }),
  z.strictObject({
    kind: z.literal('operator'),
    name: nameText,
    tenant: nameText.nullable().optional().openapi({ description: 'null: every tenant' }),
    roles: z.array(role).min(1).max(4),
    clearance: z.string().min(1).max(operatorLimits.clearanceCharactersMax),
  }),
]);

const listRoute = createRoute({
  ...operation('get', '/api/keys'),
  summary: 'Keys of clients and operators, revoked ones included; never their secrets',
  responses: { 200: answers('All of them', z.object({ keys: z.array(keyShape) })), ...failures },
});

const addRoute = createRoute({
  ...operation('post', '/api/keys'),
  summary: 'Make a key; its secret is in this answer and nowhere else',
  request: { body: jsonBody(newKey) },
  responses: {
    201: answers('The key', z.object({ key: keyShape, secret: z.string() })),
    ...failures,
  },
});

const revokeRoute = createRoute({
  ...operation('delete', '/api/keys/{id}'),
  summary: 'Revoke a key, at once',
  request: { params: z.object({ id: keyId }) },
  responses: {
    200: answers('It is revoked', z.object({ done: z.literal(true) })),
    ...failures,
  },
});

const replaceRoute = createRoute({
  ...operation('post', '/api/keys/{id}/secret'),
  summary: 'Replace the secret of a client’s key, at once; the key keeps its id and its runs',
  request: { params: z.object({ id: keyId }), body: jsonBody(z.strictObject({})) },
  responses: {
    200: answers('The key', z.object({ key: keyShape, secret: z.string() })),
    ...failures,
  },
});

export function keyRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const all = await parts.store.credentials.list();
    const keys = all.filter((each) => isOfTenantOf(operator, each)).map((each) => viewOf(each));
    return context.json({ keys }, 200);
  });
  app.openapi(addRoute, async (context) => {
    const credential = credentialFrom(context.req.valid('json'), context.var.operator, parts);
    const secret = newSecret(credential.kind);
    await record(parts, context.var.operator, {
      act: 'add-key',
      credential,
      perform: async () => await parts.store.credentials.add(credential, secretHash(secret)),
    });
    return context.json({ key: viewOf(credential), secret }, 201);
  });
  app.openapi(replaceRoute, async (context) => {
    const { operator } = context.var;
    const credential = await replaceable(parts, operator, context.req.valid('param').id);
    const secret = newSecret(credential.kind);
    await record(parts, operator, {
      act: 'replace-secret',
      credential,
      perform: async () => {
        const { credentials } = parts.store;
        if (!(await credentials.replaceSecret(credential.id, secretHash(secret)))) throw revoked();
      },
    });
    return context.json({ key: viewOf(credential), secret }, 200);
  });
  app.openapi(revokeRoute, async (context) => {
    const { operator } = context.var;
    const credential = await revocable(parts, operator, context.req.valid('param').id);
    await record(parts, operator, {
      act: 'revoke-key',
      credential,
      perform: async () => {
        if (!(await parts.store.credentials.revoke(credential.id, parts.nowMs()))) throw tooLate();
      },
    });
    return context.json({ done: true } as const, 200);
  });
}

function credentialFrom(
  asked: z.output<typeof newKey>,
  operator: Operator,
  { spacesOf, profiles, nowMs }: OperatorParts,
): Credential {
  const id = `key_${randomBytes(8).toString('hex')}`;
  const common = { id, name: asked.name, createdMs: nowMs(), revokedMs: undefined };
  switch (asked.kind) {
    case 'client': {
      if (!profiles().includes(asked.profile)) throw unknownProfile();
      const tenant = tenantOf(operator, asked.tenant);
      return { ...common, kind: asked.kind, tenant, profile: asked.profile };
    }
    case 'operator': {
      if (asked.tenant === null) requireAllTenants(operator);
      const tenant = asked.tenant === null ? undefined : tenantOf(operator, asked.tenant);
      const { clearance } = asked;
      requireClearance(operator, { spaces: spacesOf(tenant), clearance });
      const roles = [...new Set(asked.roles)];
      return { ...common, kind: asked.kind, tenant, roles, clearance };
    }
  }
}

/** Nobody hands out more than they may see themselves, nor a clearance that no policy reads. */
function requireClearance(
  operator: Operator,
  {
    spaces,
    clearance,
  }: { readonly spaces: Parameters<typeof covers>[0]; readonly clearance: string },
): void {
  if (!isLabel(spaces, clearance)) {
    throw new RequestError('clearance_unreadable', 'no policy in force reads this clearance', {
      hint: 'name a value of every dimension, or `top` for everything',
    });
  }
  if (covers(spaces, { label: clearance, clearance: operator.clearance })) return;
  const message = 'the clearance is above your own';
  throw forbidden('above_own_clearance', message, 'an admin cleared for it can hand it out');
}

/**
 * Throws 404 for the keys of other tenants, and 409 for one's own: another admin takes that away.
 */
async function revocable(
  parts: OperatorParts,
  operator: Operator,
  id: string,
): Promise<Credential> {
  const found = await keyOf(parts, operator, id);
  if (found.id !== operator.id) return found;
  throw conflict(
    'own_key',
    'this is your own key',
    'make another one first, and revoke it with that',
  );
}

/** Throws 404 for the keys of other tenants, and 409 for those of operators. */
async function replaceable(
  parts: OperatorParts,
  operator: Operator,
  id: string,
): Promise<Credential> {
  const found = await keyOf(parts, operator, id);
  if (found.kind === 'client') return found;
  // The holder of its new secret could act under its owner's name.
  throw conflict(
    'operator_key',
    'this is the key of an operator, which has no runs to keep',
    'make another one with `sluice keys add operator`, and revoke this one',
  );
}

async function keyOf({ store }: OperatorParts, operator: Operator, id: string) {
  const found = (await store.credentials.list()).find((each) => each.id === id);
  if (found === undefined || !isOfTenantOf(operator, found)) throw notFound();
  return found;
}

interface KeyAct {
  readonly act: 'add-key' | 'revoke-key' | 'replace-secret';
  readonly credential: Credential;
  readonly perform: () => Promise<void>;
}

async function record(
  { recorder, forget }: OperatorParts,
  operator: Operator,
  { act, credential, perform }: KeyAct,
): Promise<void> {
  const { id, kind, tenant = '' } = credential;
  const { id: _id, createdMs: _created, revokedMs: _revoked, ...key } = viewOf(credential);
  const payload = { act, by: operator.name, kind, key };
  try {
    await recorder.during({ tenant, subject: id, label: noWords, payload }, perform);
  } finally {
    // Where only the disk failed, the store has the change, and what memory knows is void.
    forget({ kind: 'credentials' });
  }
}

function isOfTenantOf(operator: Operator, { tenant }: Credential): boolean {
  return operator.tenant === undefined || operator.tenant === tenant;
}

function viewOf(credential: Credential): z.output<typeof keyShape> {
  const { id, name, createdMs } = credential;
  const common = { id, name, createdMs, revokedMs: credential.revokedMs ?? null };
  switch (credential.kind) {
    case 'client': {
      const { kind, tenant, profile } = credential;
      return { ...common, kind, tenant, profile };
    }
    case 'operator': {
      const { kind, tenant = null, roles, clearance } = credential;
      return { ...common, kind, tenant, roles: [...roles], clearance };
    }
  }
}

function tooLate(): RequestError {
  return conflict('revoked_before', 'the key was revoked before', 'nothing to do');
}

function revoked(): RequestError {
  const hint = 'make another one with `sluice keys add client`';
  return conflict('revoked_before', 'the key was revoked before', hint);
}

function unknownProfile(): RequestError {
  return new RequestError('unknown_profile', 'the settings have no such profile', {
    hint: 'name one under `profiles:` in `gateway.yaml`',
  });
}
