import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import { canonicalJson, sha256 } from '../history/canonical.ts';
import { isRecord } from '../history/record.ts';
import type { Confirm, ConfirmAnswer, ConfirmRequest, RefusalReason } from './decision.ts';
import type { Run } from './run.ts';
import { within } from '../model/within.ts';

/** What is asked about: one call, or an answer (then `tool` is empty and `args` its text). */
export type Question = Omit<ConfirmRequest, 'run' | 'dutyOf' | 'hash'>;

export type Verdict =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly reason: RefusalReason; readonly words?: string | undefined };

/**
 * Asks the person about one call, out of the agent's reach. A yes counts only for the very request
 * that was shown (by its hash), from people who may see all of it, and from everyone whom a
 * separation-of-duty label names. Everything else is no. Nothing is lowered by a yes.
 */
export async function askPerson(
  run: Run,
  question: Question,
  signal: AbortSignal,
): Promise<Verdict> {
  const { confirm } = run.options;
  if (confirm === undefined) return { kind: 'no', reason: 'nobody-to-ask' };
  if (!run.space.flowsTo(question.label, confirm.clearance)) {
    return { kind: 'no', reason: 'approver-not-cleared' };
  }
  const dutyOf = duty(run, question.label);
  if (dutyOf === undefined) return { kind: 'no', reason: 'duty-not-separated' };
  const request = await requestOf(run, question, dutyOf);
  run.record({ type: 'question-asked', request, label: question.label });
  const answer = await answerWithin(confirm, request, signal);
  run.record({
    type: 'question-answered',
    callId: question.callId,
    answer: answer ?? { kind: 'none' },
    label: question.label,
  });
  return verdictOn(answer, request);
}

/** Pure: what an answer to a request is worth. */
function verdictOn(answer: ConfirmAnswer | undefined, request: ConfirmRequest): Verdict {
  if (answer === undefined) return { kind: 'no', reason: 'no-answer-in-time' };
  if (answer.kind === 'no') return { kind: 'no', reason: 'person-said-no', words: answer.reason };
  if (answer.hash !== request.hash) return { kind: 'no', reason: 'confirmation-mismatch' };
  const by = new Set(answer.by);
  const authorised = by.size > 0 && request.dutyOf.every((name) => by.has(name));
  return authorised ? { kind: 'yes' } : { kind: 'no', reason: 'duty-not-separated' };
}

async function requestOf(
  run: Run,
  question: Question,
  dutyOf: readonly string[],
): Promise<ConfirmRequest> {
  const shown = { ...question, run: run.options.runId, dutyOf };
  const plain: unknown = JSON.parse(JSON.stringify(shown));
  return { ...shown, hash: await sha256(canonicalJson(plain)) };
}

async function answerWithin(
  confirm: Confirm,
  request: ConfirmRequest,
  signal: AbortSignal,
): Promise<ConfirmAnswer | undefined> {
  const outcome = await within({ timeoutMs: limits.confirmTimeoutMsMax, signal }, (inner) =>
    confirm.ask(request, inner),
  );
  return outcome.kind === 'done' && isAnswer(outcome.value) ? outcome.value : undefined;
}

function isAnswer(value: unknown): value is ConfirmAnswer {
  if (!isRecord(value)) return false;
  const by = value['by'];
  if (!Array.isArray(by) || !by.every((name) => typeof name === 'string')) return false;
  return value['kind'] === 'no' || (value['kind'] === 'yes' && typeof value['hash'] === 'string');
}

function duty(run: Run, label: Label): readonly string[] | undefined {
  try {
    return run.options.policy.dutyOf(label);
  } catch {
    return undefined;
  }
}
