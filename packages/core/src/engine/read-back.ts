import type { Label } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import type { Policy, WrittenLabel } from '../policy/policy.ts';

/** All calls of a tool that were decided on, by this run, in it or around it. */
export interface Mark extends WrittenLabel {
  /** By the policy of the run that made them they write nothing. */
  readonly isRead?: true;
}

/**
 * The label that a result of `tool` carries at least, once these calls were decided on. A policy
 * that fails to say it: top.
 */
export function readBackOf(policy: Policy, marks: readonly Mark[], tool: string): Label {
  const { readBack, space } = policy;
  if (readBack === undefined) return space.bottom;
  try {
    const written = marks.filter((mark) => mayWrite(policy, mark));
    return joinAll(
      space,
      written.map(({ tool: by, label }) => readBack({ tool: by, label }, tool)),
    );
  } catch {
    return space.top;
  }
}

/** A read in another run's eyes is a write if the policy here says so of that tool. */
export function mayWrite(policy: Policy, { tool, isRead }: Mark): boolean {
  return isRead !== true || (policy.vouchesFor(tool) && !isReadBy(policy, tool));
}

/** A policy that fails to say it: a write. */
function isReadBy(policy: Policy, tool: string): boolean {
  try {
    return policy.effect(tool) === 'read';
  } catch {
    return false;
  }
}

/** A call that was decided on, as a mark. */
export function markOf(policy: Policy, { tool, label }: WrittenLabel): Mark {
  return isReadBy(policy, tool) ? { tool, label, isRead: true } : { tool, label };
}
