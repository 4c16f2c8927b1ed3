import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { RequestError } from '../../protocol/errors.ts';
import { conflict, notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { tenantOfRun, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { nameText, runId, sha256Hex, words } from '../shapes.ts';

const params = z.object({ run: runId });
const done = z.object({ done: z.literal(true) });

const regionId = z.string().min(1).max(256);

const regionRoute = createRoute({
  ...operation('get', '/api/runs/{run}/region'),
  summary: 'One region of a run as it reads now, whole, with the hash to lower its label by',
  request: {
    params,
    query: z.strictObject({ region: regionId, tenant: nameText.optional() }),
  },
  responses: {
    200: answers(
      'The region',
      z.object({
        region: z.string(),
        from: z.string().openapi({ description: 'system, user, or the name of a tool' }),
        label: z.string(),
        pieces: z.array(z.string()).openapi({
          description: 'All of its text, cut where a part stands that has a label of its own',
        }),
        hash: z.string(),
      }),
    ),
    ...failures,
  },
});

const lowering = z.strictObject({
  tenant: nameText.optional(),
  region: regionId,
  hash: sha256Hex.openapi({ description: 'Of the region as it was shown' }),
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
  app.openapi(regionRoute, async (context) => {
    const { run } = context.req.valid('param');
    const { region, tenant: named } = context.req.valid('query');
    const { operator } = context.var;
    const tenant = await tenantOfRun(parts, operator, { run, tenant: named });
    const isCleared = (label: string): boolean => operator.sees(tenant, label);
    const shown = await parts.region({ tenant, run, region, isCleared });
    if (shown === undefined) throw notFound();
    await parts.recorder.looked(operator, { tenant, subject: run, what: 'region' });
    const label = operator.told(tenant, shown.label);
    return context.json({ region, ...shown, label, pieces: [...shown.pieces] }, 200);
  });
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
  const { kind, run, region, hash, dimension, to, because } = order;
  const { name: by, sees } = operator;
  const payload = { act: kind, by, run, region, hash, dimension, to, because };
  // The operator has seen nothing above their own clearance.
  const act = { tenant, subject: run, label: operator.clearance, payload };
  const place = { kind, tenant, run, region, hash, dimension, to };
  const isCleared = (label: string): boolean => sees(tenant, label);
  await parts.recorder.during(act, async () => {
    const outcome = await parts.lower({ ...place, because, by, isCleared });
    if (outcome === 'missing') throw notFound();
    if (outcome === 'changed') throw regionChanged();
  });
}

function regionChanged(): RequestError {
  return conflict(
    'region_changed',
    'the region does not read as it was shown, or has another label',
    'look at it again: `GET /api/runs/{run}/region`, or `sluice endorse` without `--hash`',
  );
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
