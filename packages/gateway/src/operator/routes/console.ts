import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { secretHash } from '../../store/secrets.ts';
import { cookieFor, cookieIn, noCookie } from '../console/cookie.ts';
import { endOf, type ConsoleSessions } from '../console/sessions.ts';
import { forbidden } from '../errors.ts';
import { operatorBySecretHash, operatorOf, unknownKey } from '../operators.ts';
import type { Operator, OperatorEnv, OperatorParts } from '../operators.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';

const codeRoute = createRoute({
  ...operation('post', '/api/console/codes'),
  summary: 'A code that signs in to the console as you: once, within a minute',
  responses: {
    200: answers('The code', z.object({ code: z.string(), untilMs: z.number() })),
    ...failures,
  },
  request: { body: jsonBody(z.strictObject({})) },
});

const token = z.string().openapi({ description: 'Send it as `x-sluice-page`, with the cookie' });

const signInRoute = createRoute({
  ...operation('post', '/api/console/session'),
  summary: 'Sign in to the console, by an operator’s key or a code',
  request: {
    body: jsonBody(
      z.union([
        z.strictObject({ key: z.string().max(200) }),
        z.strictObject({ code: z.string().max(200) }),
      ]),
    ),
  },
  responses: { 200: answers('Signed in; the cookie is set', z.object({ token })), ...failures },
});

const whoRoute = createRoute({
  ...operation('get', '/api/console/session'),
  summary: 'Who you are to the gateway',
  responses: {
    200: answers(
      'You',
      z.object({
        name: z.string(),
        roles: z.array(z.string()),
        tenant: z.string().nullable(),
        clearance: z.string(),
        nowMs: z.number(),
        endsMs: z.number().nullable().openapi({ description: 'null: a key, which does not end' }),
      }),
    ),
    ...failures,
  },
});

const signOutRoute = createRoute({
  ...operation('delete', '/api/console/session'),
  summary: 'Sign out of the console',
  responses: { 200: answers('You are', z.object({ done: z.literal(true) })), ...failures },
});

/** Signing in takes no credential but what the body holds. */
export function signInRoutes(
  app: OpenAPIHono<OperatorEnv>,
  parts: OperatorParts,
  sessions: ConsoleSessions,
): void {
  app.openapi(signInRoute, async (context) => {
    const given = context.req.valid('json');
    const [operator, hash] =
      'key' in given
        ? [await operatorOf(parts, given.key), secretHash(given.key)]
        : await byCode(parts, sessions, given.code);
    const how = 'key' in given ? 'key' : 'code';
    return await parts.recorder.during(actOf('console-sign-in', operator, { how }), async () => {
      // Whoever was signed in with this browser is not any more.
      const before = cookieIn(context.req.header('cookie'));
      if (before !== undefined) sessions.close(before);
      const opened = sessions.open(hash);
      const isSecure = isOverTls(context);
      context.header('set-cookie', cookieFor(opened.cookie, { isSecure }));
      return context.json({ token: opened.token }, 200);
    });
  });
}

async function byCode(
  parts: OperatorParts,
  sessions: ConsoleSessions,
  code: string,
): Promise<readonly [Operator, string]> {
  const hash = sessions.takeCode(code);
  const operator = hash === undefined ? undefined : await operatorBySecretHash(parts, hash);
  if (hash === undefined || operator === undefined) throw usedUp();
  return [operator, hash];
}

export function consoleRoutes(
  app: OpenAPIHono<OperatorEnv>,
  parts: OperatorParts,
  sessions: ConsoleSessions,
): void {
  app.openapi(codeRoute, async (context) => {
    const { operator } = context.var;
    const key = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (key === undefined) throw keyNeeded();
    return await parts.recorder.during(actOf('console-code', operator, {}), async () =>
      context.json(sessions.newCode(secretHash(key)), 200),
    );
  });
  app.openapi(whoRoute, (context) => {
    const { operator, session } = context.var;
    const { name, tenant = null, clearance } = operator;
    const endsMs = session === undefined ? null : endOf(session);
    const roles = [...operator.roles];
    return context.json({ name, roles, tenant, clearance, nowMs: parts.nowMs(), endsMs }, 200);
  });
  app.openapi(signOutRoute, (context) => {
    const cookie = cookieIn(context.req.header('cookie'));
    if (cookie !== undefined) sessions.close(cookie);
    context.header('set-cookie', noCookie(isOverTls(context)));
    return context.json({ done: true } as const, 200);
  });
}

function actOf(
  act: string,
  { id, name: by, tenant = '' }: Operator,
  more: Readonly<Record<string, string>>,
): Parameters<OperatorParts['recorder']['during']>[0] {
  return { tenant, subject: id, label: noWords, payload: { act, by, ...more } };
}

/** Browsers say so where they send what changes something; the origin was checked before. */
function isOverTls(context: Context): boolean {
  return (context.req.header('origin') ?? context.req.url).startsWith('https://');
}

function usedUp(): ReturnType<typeof unknownKey> {
  return unknownKey({
    code: 'unknown_code',
    message: 'this link was used already, or is too old',
    hint: 'type `sluice console` for another one, or sign in with your key',
  });
}

function keyNeeded(): Error {
  const hint = 'type `sluice console` where the key is';
  return forbidden('key_needed', 'a code is made for who holds the key itself', hint);
}
