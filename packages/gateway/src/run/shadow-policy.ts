import type { Policy, Ruling } from '@sluice/core';

/** The same policy, but nothing is stopped: each decision records what it would have been. */
export function shadowPolicy(policy: Policy): Policy {
  return {
    ...policy,
    ruleCall: (tool, args) => shadow(policy.ruleCall(tool, args)),
    ruleAnswer: (text) => shadow(policy.ruleAnswer(text)),
  };
}

function shadow(ruling: Ruling): Ruling {
  return ruling.kind === 'deny'
    ? { kind: 'never', rule: ruling.rule, onViolation: 'log' }
    : { ...ruling, onViolation: 'log' };
}
