import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import { operatorLimits } from '../limits.ts';
import { requireAllTenants, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { nameText, words } from '../shapes.ts';

const done = z.object({ done: z.literal(true) });

const reloadRoute = createRoute({
  ...operation('post', '/api/reload'),
  summary: 'Read the policies again',
  request: { body: jsonBody(z.strictObject({})) },
  responses: { 200: answers('They are in force', done), ...failures },
});

const breakGlassRoute = createRoute({
  ...operation('post', '/api/break-glass'),
  summary: 'Let a profile only record, for a while and for a reason',
  request: {
    body: jsonBody(
      z.strictObject({
        profile: nameText,
        minutes: z.int().min(1).max(operatorLimits.breakGlassMinutesMax),
        because: words,
      }),
    ),
  },
  responses: {
    200: answers('Until when nothing is enforced', z.object({ untilMs: z.number() })),
    ...failures,
  },
});

/** Acts on the gateway as a whole: they touch every tenant. */
export function gatewayRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  const { recorder, reload, breakGlass } = parts;
  app.openapi(reloadRoute, async (context) => {
    const { operator } = context.var;
    requireAllTenants(operator);
    const payload = { act: 'reload', by: operator.name };
    await recorder.during({ tenant: '', subject: '', label: noWords, payload }, reload);
    return context.json({ done: true } as const, 200);
  });
  app.openapi(breakGlassRoute, async (context) => {
    const { operator } = context.var;
    requireAllTenants(operator);
    const asked = context.req.valid('json');
    if (!parts.profiles().includes(asked.profile)) throw unknownProfile();
    const order = { ...asked, by: operator.name };
    const payload = { act: 'break-glass', ...order };
    const act = { tenant: '', subject: asked.profile, label: operator.clearance, payload };
    const { untilMs } = await recorder.during(act, async () => await breakGlass(order));
    return context.json({ untilMs }, 200);
  });
}

function unknownProfile(): RequestError {
  return new RequestError('unknown_profile', 'the settings have no such profile', {
    hint: 'name one under `profiles:` in `gateway.yaml`',
    status: 404,
  });
}
