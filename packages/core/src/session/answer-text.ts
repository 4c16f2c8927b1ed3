import { type AnswerText, decide, type Decision } from '../engine/decision.ts';
import type { Run } from '../engine/run.ts';
import type { Label } from '../label/label.ts';
import type { Policy } from '../policy/policy.ts';

/** The policy's word on an answer, as it was recorded. */
export interface RuledAnswer {
  readonly decision: Decision;
  readonly ceiling: Label | undefined;
}

/** The answer is a sink: decides on it by the policy, and records the decision. */
export function ruleOnAnswer(run: Run, answer: AnswerText, label: Label): RuledAnswer {
  const ruling = run.rulings.ofAnswer(answer);
  const decision = decide(run.space, label, ruling);
  run.record({ type: 'answer-decided', text: answer.text, label, decision });
  return { decision, ceiling: ruling.kind === 'ceiling' ? ruling.ceiling : undefined };
}

/** A text as it goes out: where it may not as it is, perhaps with links that nobody can follow. */
export function textOut(run: Run, answer: AnswerText, label: Label): string {
  const { text, structured } = answer;
  const isGiven = (one: AnswerText): boolean =>
    decide(run.space, label, run.rulings.ofAnswer(one)).kind === 'allow';
  // What is denied for what stands in it stays so: in the other form it may not be found.
  if (isGiven(answer) || run.rulings.ofAnswer(answer).kind === 'deny') return text;
  const inert = inertOf(run.options.policy, answer);
  return inert !== undefined && isGiven({ text: inert, structured }) ? inert : text;
}

/** A policy that fails to say it has no other form. */
function inertOf(policy: Policy, { text, structured }: AnswerText): string | undefined {
  try {
    return policy.inertAnswer?.(text, { structured });
  } catch {
    return undefined;
  }
}

/** Text that comes with calls reaches the reader too: it is given only where an answer would be. */
export function textBeside(run: Run, beside: AnswerText, label: Label): string {
  if (beside.text === '') return '';
  const text = textOut(run, beside, label);
  return ruleOnAnswer(run, { ...beside, text }, label).decision.kind === 'allow' ? text : '';
}
