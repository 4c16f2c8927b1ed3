import { sumOf } from '../statistics/sums.ts';
import type { Checked } from '../trial/outcome.ts';
import type { TrialLine } from '../trial/row.ts';

/** What the independent checker found in all runs, whoever answered. */
export interface CheckerSums {
  /** `undefined` where no run was checked: not knowing is not 0. */
  readonly violations: number | undefined;
  readonly differences: number | undefined;
  readonly checked: number;
  /** Runs that finished without a log that could be checked. */
  readonly unchecked: number;
}

export function checkerSums(lines: readonly TrialLine[]): CheckerSums {
  const finished = lines.flatMap(({ outcome }) => (outcome.kind === 'finished' ? [outcome] : []));
  const found = finished.flatMap(({ checked }) => (isChecked(checked) ? [checked] : []));
  const none = found.length === 0;
  return {
    violations: none ? undefined : sumOf(found, ({ violations }) => violations.length),
    differences: none ? undefined : sumOf(found, ({ differences }) => differences.length),
    checked: found.length,
    unchecked: finished.length - found.length,
  };
}

/** A log without a run in it is no log. */
function isChecked(checked: Checked | undefined): checked is Checked {
  return checked !== undefined && checked.runs > 0;
}
