import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { tenantOfRun, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { nameText, runId, words } from '../shapes.ts';

const params = z.object({ run: runId });
const done = z.object({ done: z.literal(true) });

const lowering = z.strictObject({
  tenant: nameText.optional(),
  region: z.string().min(1).max(256),
  dimension: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'the name of a dimension'),
  to: z.string().min(1).max(operatorLimits.clearanceCharactersMax),
  because: words,
});

const lowered = { 200: answers('It is lowered', done), ...failures };

const endorseRoute = createRoute({
  ...operation('post', '/api/runs/{run}/endorse'),
  summary: 'Trust one region of a run more than its label says, for a reason',
  request: { params, body: jsonBody(lowering) },
  responses: lowered,
});

const declassifyRoute = createRoute({
  ...operation('post', '/api/runs/{run}/declassify'),
  summary: 'Let more readers see one region of a run than its label says, for a reason',
  request: { params, body: jsonBody(lowering) },
  responses: lowered,
});

const eraseRoute = createRoute({
  ...operation('post', '/api/runs/{run}/erase'),
  summary: 'Make what is kept of a run unreadable, for good',
  request: {
    params,
    body: jsonBody(z.strictObject({ tenant: nameText.optional(), because: words })),
  },
  responses: { 200: answers('It is erased', done), ...failures },
});

export function runRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(endorseRoute, async (context) => {
    const { run } = context.req.valid('param');
    const order = { kind: 'endorse', run, ...context.req.valid('json') } as const;
    await lower(parts, context.var.operator, order);
    return context.json({ done: true } as const, 200);
  });
  app.openapi(declassifyRoute, async (context) => {
    const { run } = context.req.valid('param');
    const order = { kind: 'declassify', run, ...context.req.valid('json') } as const;
    await lower(parts, context.var.operator, order);
    return context.json({ done: true } as const, 200);
  });
  app.openapi(eraseRoute, async (context) => {
    const { run } = context.req.valid('param');
    await erase(parts, context.var.operator, { run, ...context.req.valid('json') });
    return context.json({ done: true } as const, 200);
  });
}

type LowerOrder = z.output<typeof lowering> & {
  readonly kind: 'endorse' | 'declassify';
  readonly run: string;
};

/** Records the act, then does it; what was not there to be done is 404. */
async function lower(parts: OperatorParts, operator: Operator, order: LowerOrder): Promise<void> {
  const tenant = await tenantOfRun(parts, operator, order);
  const { kind, run, region, dimension, to, because } = order;
  const { name: by, sees } = operator;
  const payload = { act: kind, by, run, region, dimension, to, because };
  // What the operator has seen is at most what they are cleared for.
  const act = { tenant, subject: run, label: operator.clearance, payload };
  const place = { kind, tenant, run, region, dimension, to };
  const isCleared = (label: string): boolean => sees(tenant, label);
  await parts.recorder.during(act, async () => {
    if (!(await parts.lower({ ...place, because, by, isCleared }))) throw notFound();
  });
}

async function erase(
  parts: OperatorParts,
  operator: Operator,
  order: { readonly run: string; readonly tenant?: string | undefined; readonly because: string },
): Promise<void> {
  const { recorder, store, nowMs, forget } = parts;
  const tenant = await tenantOfRun(parts, operator, order);
  const { run, because } = order;
  const payload = { act: 'erase', by: operator.name, run, because };
  await recorder.during({ tenant, subject: run, label: operator.clearance, payload }, async () => {
    // However it ends, nothing of it is to be gone on with out of memory.
    const erased = await store.events.erase(tenant, run, nowMs()).finally(() => {
      forget({ kind: 'run', tenant, run });
    });
    if (!erased) throw notFound();
  });
}
