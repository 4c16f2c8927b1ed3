import type { Decision } from '@sluice/core';
import type { ServerCall } from '@sluice/mcp';
import type { JoinedCalls, ReleasedCall } from './joined.ts';

interface Joined {
  readonly call: ServerCall;
  readonly released: ReleasedCall | undefined;
  readonly mode: JoinedCalls['mode'];
  /** The hash of the policy that decides now. */
  readonly policy: string;
}

export const notReleased = 'a call that the model’s side did not release';

/**
 * The decision on a call where the model's side had a word too: a yes there was to this very call;
 * one that was never released is not the model's, whatever the policy says of it.
 */
export function joinedDecision(
  ruling: Decision,
  { call, released, mode, policy }: Joined,
): Decision {
  if (mode === 'off' || call.kind !== 'tool') return ruling;
  if (released !== undefined) {
    const isApproved = released.approvedBy === policy;
    return ruling.kind === 'ask' && isApproved ? { ...ruling, kind: 'allow' } : ruling;
  }
  if (ruling.kind === 'deny') return ruling;
  const violations = ruling.kind === 'ask' ? ruling.violations : [];
  const rule = notReleased;
  if (mode === 'ask') return { kind: 'ask', rule, violations };
  return { kind: 'deny', rule, violations, reason: 'tool-unknown' };
}
