import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Question, StoredEvent } from '../../store/store.ts';
import { notFound } from '../errors.ts';
import { eventShape } from '../event-view.ts';
import { operatorLimits } from '../limits.ts';
import { reaches, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { questionSummary, shownTo, summaryOf } from '../question-view.ts';
import { answers, failures, operation } from '../route.ts';
import { questionId } from '../shapes.ts';
import { callAndItsStep, eventsOfAnswer, isOfAnswer, isOfCall } from '../step-events.ts';
import { subject, viewsOf } from './events.ts';

const whyQuestion = z
  .object({ ...questionSummary.shape, callId: z.string() })
  .openapi('QuestionOfCall');

const whyRoute = createRoute({
  ...operation('get', '/api/why/{id}'),
  summary: 'What happened to one call, answer or question',
  request: {
    params: z.object({
      id: subject.openapi({
        description: 'Of a call, of a question, or of an answer, from `x-sluice-decision`',
      }),
    }),
  },
  responses: {
    200: answers(
      'Its events, with those that chose the label of its step',
      z.object({
        events: z.array(eventShape),
        questions: z
          .array(whyQuestion)
          .openapi({ description: 'About its calls, as far as you are cleared for them' }),
      }),
    ),
    ...failures,
  },
});

export function whyRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(whyRoute, async (context) => {
    const { operator } = context.var;
    const { id } = context.req.valid('param');
    const found = await eventsAbout(parts, operator, id);
    if (found.length === 0) throw notFound();
    const { tenant = '' } = found[0] ?? {};
    await parts.recorder.looked(operator, { tenant, subject: id, what: 'why' });
    const asked = await questionsIn(parts, found);
    const nowMs = parts.nowMs();
    const questions = asked.flatMap((question) => {
      const shown = shownTo(operator, question);
      return shown === undefined
        ? []
        : [{ ...summaryOf(shown, nowMs), callId: shown.question.callId }];
    });
    return context.json({ events: viewsOf(found, parts, operator), questions }, 200);
  });
}

/** An answer's whole step; of a call or a question, what led to its label and what came of it. */
async function eventsAbout(
  { store }: OperatorParts,
  operator: Operator,
  id: string,
): Promise<readonly StoredEvent[]> {
  const question = questionId.safeParse(id).success ? await store.questions.get(id) : undefined;
  if (question !== undefined && reaches(operator, question.tenant)) {
    return await callAndItsStep(store, question, question.callId);
  }
  const limit = operatorLimits.eventsPerReadMax;
  const own = await store.events.list({ tenant: operator.tenant, subject: id, limit });
  const answer = own.find(isOfAnswer);
  if (answer !== undefined) return await eventsOfAnswer(store, answer);
  const ofCall = own.find(isOfCall);
  return ofCall === undefined ? own : await callAndItsStep(store, ofCall, id);
}

/** The questions about the calls, and answers, that were asked about. */
async function questionsIn(
  { store }: OperatorParts,
  events: readonly StoredEvent[],
): Promise<readonly Question[]> {
  const asked = events.filter(({ type }) => type === 'question-asked');
  const found = await Promise.all(
    asked.map(({ tenant, run, subject: callId }) => store.questions.ofCall(tenant, run, callId)),
  );
  return found.filter((question) => question !== undefined);
}
