import type { Decision, RefusalReason, Violation } from '../decision.ts';
import type { ToolOutput } from '../tool.ts';

/** A call that was not made. */
export interface Refusal {
  readonly rule: string;
  readonly reason: RefusalReason;
  readonly violations: readonly Violation[];
  /** Written by the person with a no; it carries the call's label, as all that they were shown. */
  readonly words?: string | undefined;
}

export function refusalOf(
  { rule, violations }: Pick<Decision, 'rule' | 'violations'>,
  reason: RefusalReason,
  words?: string,
): Refusal {
  return { rule, violations, reason, words };
}

/** The result that whoever would have run the call gets in its place. */
export function refusedOutput(refusal: Refusal): ToolOutput {
  return { parts: [{ kind: 'text', text: refusalText(refusal) }], failed: true };
}

/**
 * Tells the model about a call that was not made. It names rule, reason and dimensions and what may
 * be done, never a value, a label computed from data, or a path.
 */
export function refusalText(refusal: Refusal): string {
  const dimensions = [...new Set(refusal.violations.map((violation) => violation.dimension))]
    .filter((dimension) => dimension !== '*')
    .toSorted();
  const where = dimensions.length === 0 ? '' : `; dimension: ${dimensions.join(', ')}`;
  const told = `The call was not made (${refusal.reason}; rule: ${refusal.rule}${where}).`;
  const said = refusal.words ? ` The person wrote: ${refusal.words}` : '';
  return `${told} ${remedy(refusal.reason)}${said}`;
}

/**
 * The user reads this in place of an answer that they are not cleared for: always the same, for
 * which rule it was depends on what stands in the answer.
 */
export const answerRefusalText: string =
  'This answer is withheld: the security policy of this agent does not allow it to be shown. ' +
  'Whoever runs the agent can find out why.';

function remedy(reason: RefusalReason): string {
  switch (reason) {
    case 'label-above-ceiling':
    case 'nobody-to-ask':
    case 'approver-not-cleared':
    case 'duty-not-separated':
      return 'Go on without it, or use only what the user said and trusted results hold.';
    case 'person-said-no':
      return 'The person refused it: do not repeat it; go on with the rest of the task.';
    case 'no-answer-in-time':
    case 'confirmation-mismatch':
      return 'Nobody confirmed it: go on with the rest of the task.';
    case 'tool-changed':
      return 'The tool is declared otherwise than it was: call it anew if it is still needed.';
    case 'asked-already':
      return 'A person is asked about it: do not repeat it; go on with the rest of the task.';
    case 'placeholder-in-argument':
      return 'An argument held a placeholder: use only text that you can see.';
    case 'arguments-unparseable':
    case 'arguments-invalid':
    case 'duplicate-keys':
    case 'call-truncated':
      return 'Write the whole call again, with arguments that match its schema.';
    case 'number-not-exact':
      return 'The tool cannot hold a number as you wrote it: write fewer digits, or a text.';
    case 'tool-unknown':
      return 'Use only the tools that were declared.';
    case 'argument-not-allowed':
    case 'forbidden-text':
    case 'policy-failed':
    case 'limit-reached':
    case 'turn-aborted':
      return 'Go on without it.';
  }
}
