import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import type { QuestionAnswer } from '../../store/store.ts';
import { conflict } from '../errors.ts';
import { mayApprove } from '../may-approve.ts';
import type { Operator, OperatorEnv, OperatorParts } from '../operators.ts';
import { questionSummary, stateAt, summaryOf, type Shown } from '../question-view.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { questionId, sha256Hex, words } from '../shapes.ts';
import { questionFor } from './questions.ts';

const params = z.object({ id: questionId });
const hash = sha256Hex.openapi({ description: '`hash` of the question as it was shown' });

const approveRoute = createRoute({
  ...operation('post', '/api/questions/{id}/approve'),
  summary: 'Say yes to the very call that was shown, once',
  request: { params, body: jsonBody(z.strictObject({ hash })) },
  responses: { 200: answers('The question afterwards', questionSummary), ...failures },
});

const denyRoute = createRoute({
  ...operation('post', '/api/questions/{id}/deny'),
  summary: 'Say no; one no suffices',
  request: { params, body: jsonBody(z.strictObject({ hash, reason: words.optional() })) },
  responses: { 200: answers('The question afterwards', questionSummary), ...failures },
});

/** Answering questions: the only place where a yes comes from. */
export function answerRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(approveRoute, async (context) => {
    const { operator } = context.var;
    const { id } = context.req.valid('param');
    const given = { kind: 'yes', ...context.req.valid('json'), words: undefined } as const;
    const after = await answer(parts, operator, { id, ...given });
    return context.json(summaryOf(after, parts.nowMs()), 200);
  });
  app.openapi(denyRoute, async (context) => {
    const { operator } = context.var;
    const { id } = context.req.valid('param');
    const { hash: shownHash, reason } = context.req.valid('json');
    const given = { kind: 'no', hash: shownHash, words: reason } as const;
    const after = await answer(parts, operator, { id, ...given });
    return context.json(summaryOf(after, parts.nowMs()), 200);
  });
}

type Given = Pick<QuestionAnswer, 'id' | 'kind' | 'hash' | 'words'>;

async function answer(parts: OperatorParts, operator: Operator, given: Given): Promise<Shown> {
  const shown = await questionFor(parts, operator, given.id);
  try {
    return await settle(parts, operator, { given, shown });
  } catch (error) {
    if (error instanceof RequestError) await recordRefusal(parts, operator, { shown, error });
    throw error;
  }
}

async function settle(
  { store, notifier, nowMs }: OperatorParts,
  operator: Operator,
  { given, shown }: { readonly given: Given; readonly shown: Shown },
): Promise<Shown> {
  const { request } = shown;
  requireAnswerable(shown, { hash: given.hash, nowMs: nowMs() });
  if (given.kind === 'yes') mayApprove(operator, shown, await store.credentials.list());
  const after = await store.questions.answer({
    ...given,
    by: operator.name,
    dutyOf: request.dutyOf,
    atMs: nowMs(),
  });
  // Somebody else was faster, or it ended just now.
  if (after === undefined) throw overtaken();
  notifier.notify(given.id);
  return { ...shown, question: after };
}

/** Tells the person if a question is closed, or differs from what they were shown. */
function requireAnswerable(
  { question }: Shown,
  { hash: given, nowMs }: { readonly hash: string; readonly nowMs: number },
): void {
  const state = stateAt(question, nowMs);
  if (state !== 'open') {
    throw conflict(
      'not_open',
      `this question is already ${state}`,
      '`sluice approvals` lists the open ones',
    );
  }
  if (given !== question.hash) {
    const message = 'the hash is not that of the question';
    throw conflict(
      'hash_mismatch',
      message,
      'look at the question again, and approve what it shows',
    );
  }
}

function overtaken(): RequestError {
  const message = 'the question changed meanwhile, or you answered it before';
  return conflict('not_open', message, 'look at it again');
}

async function recordRefusal(
  { recorder }: OperatorParts,
  { id, name }: Operator,
  { shown, error }: { readonly shown: Shown; readonly error: RequestError },
): Promise<void> {
  const { tenant, id: subject } = shown.question;
  const payload = { act: 'answer', by: name, code: error.code };
  await recorder.refused(id, 'act-refused', { tenant, subject, label: noWords, payload });
}
