import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { tenantFilter, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { cursorForm, pageOf } from '../question-page.ts';
import {
  detailOf,
  questionDetail,
  questionState,
  questionSummary,
  shownTo,
  stateAt,
  summaryOf,
  type Shown,
} from '../question-view.ts';
import { answers, failures, operation } from '../route.ts';
import { digits, nameText, questionId, runId } from '../shapes.ts';

const listRoute = createRoute({
  ...operation('get', '/api/questions'),
  summary: 'Questions that you are cleared for; open ones in the order in which they end',
  request: {
    query: z.strictObject({
      state: questionState.default('open'),
      tenant: nameText.optional(),
      run: runId.optional(),
      limit: digits(operatorLimits.pageItemsMax).optional(),
      after: z.string().regex(cursorForm, '`next` of the page before').optional(),
    }),
  },
  responses: {
    200: answers(
      'A page',
      z.object({
        questions: z.array(questionSummary),
        total: z.number().openapi({ description: 'How many there are on all pages' }),
        hidden: z.number().openapi({ description: 'How many more are above your clearance' }),
        complete: z.boolean().openapi({ description: 'false: there are older ones besides' }),
        next: z.string().nullable(),
      }),
    ),
    ...failures,
  },
});

const oneRoute = createRoute({
  ...operation('get', '/api/questions/{id}'),
  summary: 'All that is asked about: arguments, where each came from, labels, the hash to approve',
  request: { params: z.object({ id: questionId }) },
  responses: { 200: answers('The question', questionDetail), ...failures },
});

/** Reading questions. Nothing here decides anything. */
export function questionRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const { state, run, limit = 50, after, tenant } = context.req.valid('query');
    const nowMs = parts.nowMs();
    const found = await parts.store.questions.list({
      tenant: tenantFilter(operator, tenant),
      // One that ended a moment ago may still be stored as open.
      state: state === 'expired' ? undefined : state,
      limit: operatorLimits.questionsReadMax,
    });
    const wanted = found.filter(
      (each) => stateAt(each, nowMs) === state && (run === undefined || each.run === run),
    );
    const shown = wanted.flatMap((each) => shownTo(operator, each) ?? []);
    const page = pageOf(shown, { after, limit, isOpen: state === 'open' });
    return context.json(
      {
        questions: page.items.map((each) => summaryOf(each, nowMs)),
        total: shown.length,
        hidden: wanted.length - shown.length,
        complete: found.length < operatorLimits.questionsReadMax,
        next: page.next ?? null,
      },
      200,
    );
  });
  app.openapi(oneRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { operator } = context.var;
    const shown = await questionFor(parts, operator, id);
    const { tenant } = shown.question;
    await parts.recorder.looked(operator, { tenant, subject: id, what: 'question' });
    const spaces = parts.spacesOf(shown.question.tenant);
    return context.json(detailOf(shown, { nowMs: parts.nowMs(), spaces }), 200);
  });
}

/** Throws 404 for what is not there and for what this operator may not see, alike. */
export async function questionFor(
  { store }: OperatorParts,
  operator: Operator,
  id: string,
): Promise<Shown> {
  const question = await store.questions.get(id);
  const shown = question === undefined ? undefined : shownTo(operator, question);
  if (shown === undefined) throw notFound();
  return shown;
}
