import { canonicalJson } from '../../history/json/canonical.ts';
import { sha256 } from '../../history/json/sha256.ts';
import { isRecord } from '../../history/document.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { within } from '../../model/within.ts';
import type { Confirm, ConfirmAnswer, ConfirmRequest, RefusalReason } from '../decision.ts';
import type { Run } from '../run.ts';

/** The subject: one call, or an answer (then `tool` is empty and `args` its text). */
export type Question = Omit<ConfirmRequest, 'run' | 'dutyOf' | 'hash'>;

export type Verdict =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly reason: RefusalReason; readonly words?: string | undefined };

/** A question that may be asked, as it was recorded, or why nobody is asked. */
export type Prepared =
  | { readonly kind: 'asked'; readonly request: ConfirmRequest }
  | { readonly kind: 'no'; readonly reason: RefusalReason };

/** The part of a request that an answer is held against. */
export type Asked = Pick<ConfirmRequest, 'callId' | 'hash' | 'dutyOf' | 'label'>;

/** The one who asks the person. */
export type Approval =
  /**
   * The framework asks, with an approval of its own: it is given the calls that need one, and says
   * what came of it. `clearance`: what that person may be shown; above it a call is refused.
   */
  | { readonly by: 'framework'; readonly clearance: Label }
  | { readonly by: 'asker'; readonly asker: Asker }
  /**
   * The session asks, when its own loop comes to the call; `undefined`: there is nobody. The loop
   * is given every call of a generation, and is told what became of each where it stands.
   */
  | { readonly by: 'confirm'; readonly confirm: Confirm | undefined };

/**
 * Asks the person out of the client's reach, where the answer may come after the client has gone:
 * the run is held, and goes on with the client's next request.
 */
export interface Asker {
  /** The person may be shown so much: a call labelled above it is refused without asking. */
  readonly clearance: Label;
  /** Puts the question where a person finds it. Settles when it is sure not to be lost. */
  readonly open: (request: ConfirmRequest) => Promise<void>;
  /** Told of all that a generation waits for, before it is asked for the answers. */
  readonly awaited?: ((asked: readonly Asked[]) => Promise<void>) | undefined;
  /**
   * Waits as long as the client may wait. `later`: ask again; `none`: nobody will answer. A yes
   * given out here is used up.
   */
  readonly answer: (asked: Asked, signal: AbortSignal) => Promise<AskerAnswer>;
  /** How a question stands; uses nothing up. Where this is missing, it may be open. */
  readonly standing?: ((asked: Asked) => Promise<Standing>) | undefined;
  /** Nobody needs to answer any more, and an answer that is there is not used. */
  readonly withdraw?: ((asked: Asked) => Promise<void>) | undefined;
  /**
   * The client reads it in place of an answer while nobody has answered; `undefined`: it is told
   * otherwise, and holds no turn of ours.
   */
  readonly notice: (asked: readonly Asked[]) => string | undefined;
}

/**
 * `no`: also where nobody answers any more. `gone`: it was withdrawn because nobody waited for it,
 * so whoever comes back is asked for anew.
 */
export type Standing = 'open' | 'yes' | 'no' | 'gone';

/** A question is answered, or not yet, or never. */
export type AskerAnswer = ConfirmAnswer | { readonly kind: 'later' } | { readonly kind: 'none' };

/**
 * Asks the person about one call, out of the agent's reach. A yes counts only for the very request
 * that was shown (by its hash), from people who may see all of it, and from everyone whom a
 * separation-of-duty label names. Everything else is no. Nothing is lowered by a yes.
 */
export async function askPerson(
  run: Run,
  question: Question,
  { confirm, signal }: { readonly confirm: Confirm | undefined; readonly signal: AbortSignal },
): Promise<Verdict> {
  if (confirm === undefined) return { kind: 'no', reason: 'nobody-to-ask' };
  const prepared = prepareQuestion(run, question, confirm.clearance);
  if (prepared.kind === 'no') return prepared;
  const { request } = prepared;
  return settleAnswer(run, request, await answerWithin(confirm, request, signal));
}

/** Makes the request that a person will be shown, and records it, if somebody may be asked. */
export function prepareQuestion(run: Run, question: Question, clearance: Label): Prepared {
  if (!run.space.flowsTo(question.label, clearance)) {
    return { kind: 'no', reason: 'approver-not-cleared' };
  }
  const dutyOf = duty(run, question.label);
  if (dutyOf === undefined) return { kind: 'no', reason: 'duty-not-separated' };
  const request = requestOf(run, question, dutyOf);
  run.record({ type: 'question-asked', request, label: question.label });
  return { kind: 'asked', request };
}

/** Why one unnamed person is not asked; `undefined`: they may be. */
export function reasonNotToAsk(
  run: Run,
  label: Label,
  clearance: Label,
): RefusalReason | undefined {
  if (!run.space.flowsTo(label, clearance)) return 'approver-not-cleared';
  return duty(run, label)?.length === 0 ? undefined : 'duty-not-separated';
}

/** Records an answer, or that there was none, and says what it is worth. */
export function settleAnswer(run: Run, asked: Asked, answer: unknown): Verdict {
  const given = isAnswer(answer) ? answer : undefined;
  const { callId, label } = asked;
  run.record({ type: 'question-answered', callId, answer: given ?? { kind: 'none' }, label });
  return verdictOn(given, asked);
}

/** Pure: what an answer to a request is worth. */
function verdictOn(answer: ConfirmAnswer | undefined, asked: Asked): Verdict {
  if (answer === undefined) return { kind: 'no', reason: 'no-answer-in-time' };
  if (answer.kind === 'no') return { kind: 'no', reason: 'person-said-no', words: answer.reason };
  if (answer.hash !== asked.hash) return { kind: 'no', reason: 'confirmation-mismatch' };
  const by = new Set(answer.by);
  const authorised = by.size > 0 && asked.dutyOf.every((name) => by.has(name));
  return authorised ? { kind: 'yes' } : { kind: 'no', reason: 'duty-not-separated' };
}

function requestOf(run: Run, question: Question, dutyOf: readonly string[]): ConfirmRequest {
  const shown = { ...question, run: run.options.runId, dutyOf };
  const plain: unknown = JSON.parse(JSON.stringify(shown));
  return { ...shown, hash: sha256(canonicalJson(plain)) };
}

async function answerWithin(
  confirm: Confirm,
  request: ConfirmRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const outcome = await within({ timeoutMs: limits.confirmTimeoutMsMax, signal }, (inner) =>
    confirm.ask(request, inner),
  );
  return outcome.kind === 'done' ? outcome.value : undefined;
}

/** A port is written by others: what is not an answer is none. */
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
