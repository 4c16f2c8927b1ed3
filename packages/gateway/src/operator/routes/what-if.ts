import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { decideParts, loadPolicy, type Policy } from '@sluice/core';
import { skeleton } from '../../settings/skeleton.ts';
import type { EventView } from '../event-view.ts';
import { notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { tenantOfRun, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { nameText, runId } from '../shapes.ts';
import { viewsOf } from './events.ts';

const kind = z.enum(['allow', 'ask', 'deny']);

const tried = z.object({
  call: z.string(),
  tool: z.string(),
  before: kind,
  after: kind.nullable().openapi({ description: 'null: the policy has no such label' }),
  rule: z.string(),
});

const whatIfRoute = createRoute({
  ...operation('post', '/api/runs/{run}/what-if'),
  summary: 'How the calls of a run would be decided under another policy, at their recorded labels',
  request: {
    params: z.object({ run: runId }),
    body: jsonBody(
      z.strictObject({
        tenant: nameText.optional(),
        policy: z.string().min(1).max(operatorLimits.policyCharactersMax),
      }),
    ),
  },
  responses: {
    200: answers(
      'Nothing is put in force by it',
      z.object({
        calls: z.array(tried),
        hidden: z.number().openapi({ description: 'Calls above your clearance' }),
      }),
    ),
    ...failures,
  },
});

const decided = z.object({
  callId: z.string(),
  tool: z.string(),
  args: z.string(),
  label: z.string(),
  /** That of what the call acts on, where it was labelled apart from what it says. */
  control: z.string().optional(),
  decision: z.object({ kind }),
});

/** Tries a policy on what was recorded. It is read as text: it can name no file. */
export function whatIfRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(whatIfRoute, async (context) => {
    const { operator } = context.var;
    const { run } = context.req.valid('param');
    const { policy: text, tenant: named } = context.req.valid('json');
    const policy = await loadPolicy(text, { skeleton, file: 'policy.yaml' });
    const tenant = await tenantOfRun(parts, operator, { run, tenant: named });
    const limit = operatorLimits.eventsPerReadMax;
    const found = await parts.store.events.list({ tenant, run, type: 'call-decided', limit });
    if (found.length === 0) throw notFound();
    await parts.recorder.looked(operator, { tenant, subject: run, what: 'why' });
    const calls = viewsOf(found, parts, operator).flatMap((view) => triedIn(policy, view) ?? []);
    return context.json({ calls, hidden: found.length - calls.length }, 200);
  });
}

/** One call under a policy; `undefined` where it is above the clearance. */
function triedIn(
  policy: Policy,
  { payload, redacted }: EventView,
): z.output<typeof tried> | undefined {
  const read = decided.safeParse(payload).data;
  if (read === undefined || redacted) return undefined;
  const { callId: call, tool, args, label, control = label, decision } = read;
  const { space } = policy;
  const shown = { call, tool, before: decision.kind };
  try {
    const labels = { control: space.parse(control), data: space.parse(label) };
    const after = decideParts(space, labels, policy.ruleCall(tool, args));
    return { ...shown, after: after.kind, rule: after.rule };
  } catch {
    return { ...shown, after: null, rule: '' };
  }
}
