import type { History } from '../../history/history.ts';
import type { Label } from '../../label/label.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import { type AnswerText, decide, type Decision } from '../decision.ts';
import { explainCalls } from '../explain.ts';
import type { Run } from '../run.ts';
import type { Question } from './confirm.ts';

/** An answer that a generation gave, with the history that it was given from. */
interface Answer {
  readonly history: History;
  readonly reply: ModelReply;
  readonly label: Label;
  readonly signal: AbortSignal;
}

/** What the policy says of an answer, as it was recorded. */
interface Ruled {
  readonly decision: Decision;
  readonly ceiling: Label | undefined;
}

/** The answer is a sink: decides on it by the policy, and records the decision. */
export function ruleOnAnswer(run: Run, answer: AnswerText, label: Label): Ruled {
  const ruling = run.rulings.ofAnswer(answer);
  const decision = decide(run.space, label, ruling);
  run.record({ type: 'answer-decided', text: answer.text, label, decision });
  return { decision, ceiling: ruling.kind === 'ceiling' ? ruling.ceiling : undefined };
}

/** Text that comes with calls reaches the reader too: it is given only where an answer would be. */
export function textBeside(run: Run, beside: AnswerText, label: Label): string {
  const { text } = beside;
  if (text === '') return '';
  return ruleOnAnswer(run, beside, label).decision.kind === 'allow' ? text : '';
}

/** What a person is asked about an answer: no tool, and its text in place of arguments. */
export async function answerQuestion(
  run: Run,
  { history, reply, label, signal }: Answer,
  { decision, ceiling }: Ruled,
): Promise<Question> {
  const explain = await explainCalls(run, { history, reply, label, signal });
  const { rule, violations } = decision;
  const place = { callId: run.newId('answer'), tool: '', args: reply.text };
  return { ...place, label, ceiling, rule, violations, ...explain(-1) };
}
