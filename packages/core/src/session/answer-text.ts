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

/**
 * An answer as it goes out: where it may not as it is, perhaps with links that nobody can follow.
 * One that goes out as it is stays the same object, whose ruling is known.
 */
export function answerOut<Answer extends AnswerText>(
  run: Run,
  answer: Answer,
  label: Label,
): Answer {
  const isGiven = (one: AnswerText): boolean =>
    decide(run.space, label, run.rulings.ofAnswer(one)).kind === 'allow';
  // A denial for what stands in the text holds: in the other form it may not be found.
  if (isGiven(answer) || run.rulings.ofAnswer(answer).kind === 'deny') return answer;
  const text = inertOf(run.options.policy, answer);
  const inert = text === undefined ? undefined : { ...answer, text };
  return inert !== undefined && isGiven(inert) ? inert : answer;
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
  const out = answerOut(run, beside, label);
  return ruleOnAnswer(run, out, label).decision.kind === 'allow' ? out.text : '';
}
