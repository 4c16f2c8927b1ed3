import type { History } from '../history/history.ts';
import type { Label } from '../label/label.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { askPerson } from './confirm.ts';
import { decide, ruleAnswer } from './decide.ts';
import type { Decision } from './decision.ts';
import { explainCalls } from './explain.ts';
import { answerRefusalText } from './refusal.ts';
import type { Run } from './run.ts';
import type { TurnResult } from './turn.ts';

/** An answer that a generation gave, with the history that it was given from. */
interface Answer {
  readonly history: History;
  readonly reply: ModelReply;
  readonly label: Label;
  readonly signal: AbortSignal;
}

/** The answer is a sink: it goes out where its label flows to its ceiling, or a person says so. */
export async function decideAnswer(run: Run, answer: Answer): Promise<TurnResult> {
  const { reply, label } = answer;
  const ruling = ruleAnswer(run.options.policy, reply.text);
  const decision = decide(run.space, label, ruling);
  run.record({ type: 'answer-decided', text: reply.text, label, decision });
  const ceiling = ruling.kind === 'ceiling' ? ruling.ceiling : undefined;
  const isOut =
    decision.kind === 'allow' || (await isConfirmed(run, answer, { decision, ceiling }));
  return isOut
    ? { outcome: 'answered', text: reply.text, label, decision }
    : { outcome: 'answer-refused', text: answerRefusalText(decision), label, decision };
}

/** Text that comes with calls reaches the reader too: it is given only where an answer would be. */
export function textBeside(run: Run, { text }: ModelReply, label: Label): string {
  if (text === '') return text;
  const decision = decide(run.space, label, ruleAnswer(run.options.policy, text));
  run.record({ type: 'answer-decided', text, label, decision });
  return decision.kind === 'allow' ? text : '';
}

async function isConfirmed(
  run: Run,
  { history, reply, label, signal }: Answer,
  { decision, ceiling }: { decision: Decision; ceiling: Label | undefined },
): Promise<boolean> {
  if (decision.kind !== 'ask') return false;
  const explain = await explainCalls(run, { history, reply, label, signal });
  const { rule, violations } = decision;
  const place = { callId: run.newId('answer'), tool: '', args: reply.text };
  const question = { ...place, label, ceiling, rule, violations, ...explain(-1) };
  return (await askPerson(run, question, signal)).kind === 'yes';
}
