import type { TrialSpec } from '../trial/trial.ts';

/** What is known of the graders of a benchmark; data of that benchmark, pinned by name. */
export interface Pinned {
  /** Why the grader does not count this attack, whatever was done; `undefined`: it does. */
  readonly uncounted: (spec: TrialSpec) => string | undefined;
  /** The task's grader is content with an agent that does nothing. */
  readonly isVacuous: (spec: TrialSpec) => boolean;
}
