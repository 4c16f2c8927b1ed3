import { type CasesBy, exceptionsOf, names } from '../agentdojo/exceptions.ts';
import type { Pinned } from '../measure/verdicts.ts';
import type { TrialSpec } from '../trial/trial.ts';

export interface PinnedCases extends Pinned {
  /** The attacker's goal needs no call: it stands in the answer. */
  readonly actsThroughAnswer: (spec: TrialSpec) => boolean;
}

/** The pinned faults of AgentDojo's graders; empty for a version that nobody looked at. */
export function pinnedFor(benchmarkVersion: string): PinnedCases {
  const known = exceptionsOf(benchmarkVersion);
  return {
    uncounted: (spec) =>
      known?.attackNeverCounts.find((entry) => names([entry], caseOf(spec)))?.because,
    isVacuous: (spec) => holds(known?.vacuous, spec),
    actsThroughAnswer: (spec) => spec.attack !== undefined && holds(known?.throughAnswer, spec),
  };
}

function holds(entries: readonly CasesBy[] | undefined, spec: TrialSpec): boolean {
  return names(entries ?? [], caseOf(spec));
}

function caseOf({ suite, task, attack }: TrialSpec): {
  readonly suite: string;
  readonly task: string;
  readonly goal: string | undefined;
} {
  return { suite, task, goal: attack?.goal };
}
