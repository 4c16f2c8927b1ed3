import type { Label, LabelSpace } from '../label/label.ts';
import type { Policy, Ruling } from '../policy/policy.ts';
import type { Accept } from './cheapest-first.ts';

/**
 * Accepts a label at which the policy would let every drafted call, or the answer, pass unasked.
 */
export function draftAllowed(policy: Pick<Policy, 'ruleCall' | 'ruleAnswer'>): Accept {
  return (label, { space, draft }) => {
    const rulings =
      draft.calls.length === 0
        ? [policy.ruleAnswer(draft.text, draft)]
        : draft.calls.map(({ tool, args }) => policy.ruleCall(tool, args));
    return rulings.every((ruling) => isAllowed(space, label, ruling));
  };
}

function isAllowed(space: LabelSpace, label: Label, ruling: Ruling): boolean {
  if (ruling.kind !== 'ceiling') return false;
  const ceilings = [ruling.ceiling, ...Object.values(ruling.perArgument)];
  return ceilings.every((ceiling) => space.flowsTo(label, ceiling));
}
