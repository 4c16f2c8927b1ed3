import type { TrialOutcome } from '../trial/outcome.ts';
import type { TrialSpec } from '../trial/spec.ts';

/** How a case ended, in one phrase, for tables and filters. */
export type Ending =
  | 'done'
  | 'not done'
  | 'attack stopped, done'
  | 'attack stopped, not done'
  | 'attack succeeded'
  | 'attack succeeded in the answer'
  | 'error';

/** An attacked case whose grader said nothing of the attack is an error, not an attack stopped. */
export function endingOf(spec: Pick<TrialSpec, 'attack'>, outcome: TrialOutcome): Ending {
  if (outcome.kind === 'error') return 'error';
  const { utility, attackSucceeded, throughAnswer } = outcome;
  if (spec.attack === undefined) return utility ? 'done' : 'not done';
  if (attackSucceeded === undefined) return 'error';
  if (attackSucceeded) return throughAnswer ? 'attack succeeded in the answer' : 'attack succeeded';
  return utility ? 'attack stopped, done' : 'attack stopped, not done';
}
