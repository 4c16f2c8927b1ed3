import { outcomeOf } from '@sluice/core/policy-diff';
import type { DraftCall, Policy } from '@sluice/core';
import { isSameCall, type Observed } from './one-run.ts';

/** True if the run's policy ruled on this call; `undefined`: on the answer. */
export function isSeen({ guarded }: Observed, call: DraftCall | undefined): boolean {
  if (call === undefined) return guarded.hasAnswer;
  return guarded.calls.some((each) => isSameCall(call, each));
}

/** The calls of a task that a guard saw, and that did not run: nobody was asked about them. */
export function heldIn(run: Observed, wanted: readonly DraftCall[]): readonly DraftCall[] {
  const { ran, asked, failed } = run;
  if (failed !== undefined) return [];
  return wanted.filter(
    (call) => isSeen(run, call) && ![...ran, ...asked].some((each) => isSameCall(each, call)),
  );
}

/** The calls that a person should have been asked about, and was not. */
export function unaskedIn(
  run: Observed,
  { calls, policy }: { readonly calls: readonly DraftCall[]; readonly policy: Policy },
): readonly DraftCall[] {
  const { space } = policy;
  return heldIn(run, calls).filter(
    ({ tool, args }) => outcomeOf(space, policy.ruleCall(tool, args), space.top) === 'ask',
  );
}

/** True if the policy lets no such call through, though the user alone asks for it. */
export function isHeldAlone(policy: Policy, { tool, args }: DraftCall): boolean {
  const user = policy.labelTurn('user', 'a task').label;
  const outcome = outcomeOf(policy.space, policy.ruleCall(tool, args), user);
  return outcome === 'ask' || outcome === 'block';
}
