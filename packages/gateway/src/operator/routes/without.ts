import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { LRUCache } from 'lru-cache';
import type { Draft } from '../../run/ask/without-text.ts';
import { conflict, forbidden } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import type { Operator, OperatorEnv, OperatorParts } from '../operators.ts';
import { stateAt, type Shown } from '../question-view.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { questionId } from '../shapes.ts';
import { questionFor } from './questions.ts';

const withoutRoute = createRoute({
  ...operation('post', '/api/questions/{id}/without'),
  summary: 'What the agent would do without the text that the question is about: asks its model',
  request: { params: z.object({ id: questionId }), body: jsonBody(z.strictObject({})) },
  responses: {
    200: answers(
      'A draft that nobody carries out',
      z.object({
        label: z.string().openapi({ description: 'Of all that the model was shown, at most' }),
        calls: z.array(z.object({ tool: z.string(), args: z.string() })),
        text: z.string(),
      }),
    ),
    ...failures,
  },
});

/** Asks the model of an agent, and gives the agent nothing of it. */
export function withoutRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  // One draft for each question: looking again costs nothing.
  const drafts = new LRUCache<string, Promise<Draft>>({ max: operatorLimits.draftsKeptMax });
  app.openapi(withoutRoute, async (context) => {
    const { operator } = context.var;
    const shown = await questionFor(parts, operator, context.req.valid('param').id);
    const { id, tenant } = shown.question;
    if (stateAt(shown.question, parts.nowMs()) !== 'open') throw notOpen();
    const label = shown.request.ceiling ?? 'bottom';
    if (!operator.sees(tenant, label)) throw aboveYou();
    const draft = drafts.get(id) ?? draftOf(parts, operator, shown);
    drafts.set(id, draft);
    draft.catch(() => drafts.delete(id));
    const { calls, text } = await draft;
    return context.json({ label: operator.told(tenant, label), calls: [...calls], text }, 200);
  });
}

/** It costs a generation: who asked for it is recorded. */
async function draftOf(
  parts: OperatorParts,
  { name: by }: Operator,
  { question, request }: Shown,
): Promise<Draft> {
  const { id: subject, tenant, run } = question;
  const act = { tenant, subject, label: noWords, payload: { act: 'ask-without', by } };
  return await parts.recorder.during(act, async () => {
    const signal = AbortSignal.timeout(operatorLimits.draftMsMax);
    const draft = await parts
      .without({ tenant, run, ceiling: request.ceiling, signal })
      .catch(() => undefined);
    if (draft === undefined) throw noDraft();
    return draft;
  });
}

function notOpen(): Error {
  return conflict('not_open', 'this question is not open any more', 'look at it again');
}

function aboveYou(): Error {
  const hint = 'ask an admin for a higher clearance';
  return forbidden('clearance_needed', 'the model would see more than you may', hint);
}

function noDraft(): Error {
  const hint = 'try again once the agent has come back; decide by what the question shows';
  return conflict('no_draft', 'the agent’s model does not answer', hint);
}
