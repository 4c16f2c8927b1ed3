import type { RecordedRun } from '../../replay/read/record.ts';
import { replayRun } from '../../replay/run.ts';
import { wayNamed } from '../../replay/ways.ts';
import type { PolicyPlace } from '../../replay/suites.ts';
import { suitesFor, type Suite } from './suite.ts';
import { timeLineOf } from '../show/time-line.ts';
import {
  outcomeOf,
  outcomeUnder,
  type FailedRun,
  type RecordLocation,
  type RunOutcome,
} from '../count/outcome.ts';

/** All that a worker has to know; it reads policies itself, for they cannot be sent. */
export interface AuditSetting extends PolicyPlace {
  readonly suiteFile: string | undefined;
  readonly propagators: readonly string[];
  /** True to keep each run's time line, for the report. */
  readonly timeLines: boolean;
}

/** A run to be audited. */
export interface Job extends RecordLocation {
  readonly run: RecordedRun;
}

export type Auditor = (job: Job) => Promise<RunOutcome | FailedRun>;

/**
 * Audits runs one by one. The policy of a suite is read once, and what it made of a result is
 * remembered in it, so that equal results are parsed once. A run that cannot be stepped is a fault.
 */
export function auditorFor(setting: AuditSetting): Auditor {
  const suiteOf = suitesFor(setting);
  return async ({ file, line, run }) => {
    const suite = await suiteOf(run.suite);
    if (suite === undefined) return { file, line, fault: 'no-policy' };
    try {
      return outcomeOf({ file, line }, run, await resultsOf(run, suite, setting));
    } catch {
      return { file, line, fault: 'failed' };
    }
  };
}

async function resultsOf(
  run: RecordedRun,
  { policy, facts }: Suite,
  { propagators: names, timeLines }: AuditSetting,
): Promise<RunOutcome['results']> {
  const results = [];
  for (const way of names.flatMap((name) => wayNamed(name) ?? [])) {
    const replayed = await replayRun(run, { policy, way, declared: facts.declared });
    const outcome = outcomeUnder(replayed, facts.injectionTasks);
    results.push(timeLines ? { ...outcome, timeLine: timeLineOf(replayed) } : outcome);
  }
  return results;
}
