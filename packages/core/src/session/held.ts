import {
  type Decided,
  type DecidedCall,
  judgeCall,
  labelledCall,
  type LabelledCall,
  mintCall,
  questionOf,
} from '../engine/call/call.ts';
import { recordDecision } from '../engine/call/record-call.ts';
import {
  type Approval,
  type Asked,
  type Asker,
  askPerson,
  prepareQuestion,
  type Question,
  reasonNotToAsk,
  settleAnswer,
  type Verdict,
} from '../engine/call/confirm.ts';
import type { Decision, RefusalReason } from '../engine/decision.ts';
import { argumentsOf } from '../engine/call/roles.ts';
import { type Explain, explainCalls, unexplained } from '../engine/explain.ts';
import type { Run } from '../engine/run.ts';
import { isLazy } from '../engine/step/lazy-reads.ts';
import type { Generation } from '../engine/step/step.ts';
import type { Message } from '../history/message.ts';
import { beforeLong } from '../history/slices.ts';
import type { Label } from '../label/label.ts';
import { lengthOf, type ModelReply } from '../model/chat-model.ts';
import { answerOut, type RuledAnswer, ruleOnAnswer, textBeside } from './answer-text.ts';

/** The fate of one output of a generation. */
export type OutputState =
  | { readonly kind: 'given' }
  | { readonly kind: 'waiting'; readonly asked: Asked }
  | {
      readonly kind: 'refused';
      readonly reason: RefusalReason;
      readonly words: string | undefined;
    };

export interface HeldCall extends DecidedCall {
  readonly state: OutputState;
}

/**
 * A generation between being made and being given out: its calls, or the answer that it is, some of
 * which may wait for a person.
 */
export interface Held {
  readonly generation: Message;
  /** The rest of the model port's reply that the client may have; lost with its process. */
  readonly beside: Pick<ModelReply, 'reasoning' | 'provider'>;
  readonly label: Label;
  /** The client may read so much of its text; of an answer, where it goes out. */
  readonly text: string;
  readonly stop: ModelReply['stop'];
  readonly calls: readonly HeldCall[];
  /** Only where there are no calls. */
  readonly answer: { readonly decision: Decision; readonly state: OutputState } | undefined;
}

/** Decides all that a generation puts out, and opens the questions that somebody may be asked. */
export async function hold(run: Run, step: Generation, options: HoldOptions): Promise<Held> {
  const { reply, label } = step;
  const { stop } = reply;
  const context = { run, ...options };
  // The run's own loop reads nothing but the answer.
  const isRead = options.approval.by !== 'confirm';
  const beside = isRead
    ? { reasoning: reasoningBeside(run, step), provider: reply.provider }
    : { provider: reply.provider };
  if (reply.calls.length > 0) {
    const made = await holdCalls(context, step);
    const text = isRead ? textBeside(run, reply, label) : '';
    return { ...made, beside, label: step.data ?? label, stop, text, answer: undefined };
  }
  const said = answerOut(run, reply, label);
  const generation = run.generationMessage(said, [], label);
  const answer = await holdAnswer(context, { ...step, reply: said });
  return { generation, beside, label, stop, text: said.text, calls: [], answer };
}

/**
 * Reasoning tells of what the generation saw, as an answer does. It goes out as it is or not at
 * all: its provider wants it back to the letter.
 */
function reasoningBeside(run: Run, { reply, label }: Generation): unknown {
  if (reply.reasoning === undefined) return undefined;
  const { decision } = ruleOnAnswer(run, { text: JSON.stringify(reply.reasoning) }, label);
  return decision.kind === 'allow' ? reply.reasoning : undefined;
}

interface HoldOptions {
  readonly approval: Approval;
  readonly signal: AbortSignal;
  /** True if a person is asked about such a call already. */
  readonly isAsked: (one: LabelledCall) => Promise<boolean>;
}

interface Context extends HoldOptions {
  readonly run: Run;
}

async function holdCalls(
  context: Context,
  step: Generation,
): Promise<{ readonly generation: Message; readonly calls: readonly HeldCall[] }> {
  const { run } = context;
  const { reply, label } = step;
  const truncated = reply.stop === 'truncated';
  await beforeLong(lengthOf(reply));
  const judged = reply.calls.map((drafted, index) => {
    const call = mintCall(run, drafted, label);
    const one = labelledCall(run, call, { control: label, data: step.data ?? label });
    return { one, ...judgeCall(run, one, { truncated, index }) };
  });
  const explain = await explanations(context, step, judged);
  const generation = run.generationMessage(
    reply,
    judged.map(({ one: { call } }) => ({ ...call, labelled: argumentsOf(run, call, step) })),
    label,
  );
  const calls: HeldCall[] = [];
  for (const [index, { one: judgedCall, decision, ceiling }] of judged.entries()) {
    const one = { ...judgedCall, explanation: explain(index) };
    recordDecision(run, one, decision);
    const state = await callState(context, { ...one, decision, ceiling });
    calls.push({ ...one, decision, ceiling, state });
  }
  if (isLazy(step.how)) run.readLazily(generation);
  return { generation, calls };
}

async function callState(
  context: Context,
  { decision, ceiling, ...one }: LabelledCall & Decided,
): Promise<OutputState> {
  // The run's own loop is given every call, and settles each when it comes to it (`carryOut`).
  if (context.approval.by === 'confirm') return { kind: 'given' };
  // Nobody is asked about a call that would be another one when it ran.
  if (one.call.drafted.isRounded === true && decision.kind !== 'deny')
    return refused('number-not-exact');
  return stateOf(decision, async () =>
    (await context.isAsked(one))
      ? refused('asked-already')
      : opened(context, async () => questionOf(one, decision, ceiling)),
  );
}

/** A read that is taken lazily is not explained, and where so chosen nothing that is allowed. */
async function explanations(
  { run, signal }: Context,
  { history, reply, label, data = label, how }: Generation,
  judged: readonly Pick<Decided, 'decision'>[],
): Promise<Explain> {
  const isWanted =
    run.options.explained !== 'stopped' ||
    judged.some(({ decision }) => decision.kind !== 'allow' || decision.wouldBe !== undefined);
  if (isLazy(how) || !isWanted) return unexplained;
  return explainCalls(run, { history, reply, label: data, signal });
}

async function holdAnswer(context: Context, step: Generation): Promise<Held['answer']> {
  const ruled = ruleOnAnswer(context.run, step.reply, step.label);
  const ask = (): Promise<OutputState> =>
    opened(context, () => answerQuestion(context, step, ruled));
  return { decision: ruled.decision, state: await stateOf(ruled.decision, ask) };
}

/** The question to a person about an answer: no tool, and its text in place of arguments. */
async function answerQuestion(
  { run, signal }: Context,
  { history, reply, label }: Generation,
  { decision, ceiling }: RuledAnswer,
): Promise<Question> {
  const explain = await explainCalls(run, { history, reply, label, signal });
  const { rule, violations } = decision;
  const place = { callId: run.newId('answer'), tool: '', args: reply.text };
  return { ...place, label, ceiling, rule, violations, ...explain(-1) };
}

async function stateOf(decision: Decision, ask: () => Promise<OutputState>): Promise<OutputState> {
  switch (decision.kind) {
    case 'allow':
      return { kind: 'given' };
    case 'deny':
      return { kind: 'refused', reason: decision.reason, words: undefined };
    case 'ask':
      return ask();
  }
}

async function opened(
  { run, approval, signal }: Context,
  makeQuestion: () => Promise<Question>,
): Promise<OutputState> {
  const question = await makeQuestion();
  if (approval.by === 'confirm') {
    return stateAfter(await askPerson(run, question, { confirm: approval.confirm, signal }));
  }
  if (approval.by === 'framework') return frameworkState(run, question, approval.clearance);
  const { asker } = approval;
  const prepared = prepareQuestion(run, question, asker.clearance);
  if (prepared.kind === 'no') return refused(prepared.reason);
  try {
    await asker.open(prepared.request);
  } catch {
    // A question that cannot be put to anybody is not asked.
    return refused('nobody-to-ask');
  }
  const { callId, hash, dutyOf, label } = prepared.request;
  return { kind: 'waiting', asked: { callId, hash, dutyOf, label } };
}

/**
 * Where the framework asks, a call is given to it undecided, and runs only after `settle`. Its
 * approval is one unnamed person: it cannot separate duties, and it is not asked about answers.
 */
function frameworkState(run: Run, { tool, label }: Question, clearance: Label): OutputState {
  if (tool === '') return refused('nobody-to-ask');
  const reason = reasonNotToAsk(run, label, clearance);
  return reason === undefined ? { kind: 'given' } : refused(reason);
}

function refused(reason: RefusalReason): OutputState {
  return { kind: 'refused', reason, words: undefined };
}

/** The questions of a held generation that are still open. */
export function openQuestions({ calls, answer }: Held): readonly Asked[] {
  const states = [...calls.map(({ state }) => state), ...(answer ? [answer.state] : [])];
  return states.flatMap((state) => (state.kind === 'waiting' ? [state.asked] : []));
}

/** Waits for answers, as long as the asker lets the client wait; all questions at once. */
export async function waitForAnswers(
  run: Run,
  held: Held,
  { asker, signal }: { readonly asker: Asker; readonly signal: AbortSignal },
): Promise<Held> {
  const open = openQuestions(held);
  if (open.length === 0) return held;
  // A fault here shows again with each answer, and is dealt with there.
  await asker.awaited?.(open).catch(() => {});
  const settle = (state: OutputState): Promise<OutputState> =>
    state.kind === 'waiting' ? answered(run, state, { asker, signal }) : Promise.resolve(state);
  const { answer } = held;
  const [calls, answerState] = await Promise.all([
    Promise.all(held.calls.map(async (call) => ({ ...call, state: await settle(call.state) }))),
    answer && settle(answer.state),
  ]);
  return { ...held, calls, answer: answer && answerState && { ...answer, state: answerState } };
}

async function answered(
  run: Run,
  state: Extract<OutputState, { kind: 'waiting' }>,
  { asker, signal }: { readonly asker: Asker; readonly signal: AbortSignal },
): Promise<OutputState> {
  const answer = await asker.answer(state.asked, signal).catch(() => undefined);
  if (answer?.kind === 'later') return state;
  return stateAfter(settleAnswer(run, state.asked, answer));
}

function stateAfter(verdict: Verdict): OutputState {
  if (verdict.kind === 'yes') return { kind: 'given' };
  return { kind: 'refused', reason: verdict.reason, words: verdict.words };
}
