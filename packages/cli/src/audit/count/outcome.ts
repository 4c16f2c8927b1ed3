import { containmentOf, type Containment } from '../../replay/harm.ts';
import type { Basis, InjectionTasks } from '../../replay/injected.ts';
import { unvouchedIn, type Interruption } from '../../replay/interruptions.ts';
import type { Fault, RecordedRun } from '../../replay/read/record.ts';
import type { Replayed } from '../../replay/run.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { TimeLine } from '../show/time-line.ts';

/** Where a record stands. */
export interface RecordLocation {
  readonly file: string;
  readonly line: number;
}

/** The outcome of one run, as plain data: workers send it, and `--resume` keeps it. */
export interface RunOutcome extends RecordLocation {
  readonly model: string;
  readonly suite: string;
  readonly task: string;
  /** Empty for a benign run. */
  readonly attack: string;
  readonly injection: string;
  readonly succeeded: boolean;
  readonly completed: boolean;
  readonly results: readonly PropagatorOutcome[];
}

export interface PropagatorOutcome {
  readonly propagator: string;
  /** Only where the attack had succeeded. */
  readonly verdict: Verdict | undefined;
  readonly interruptions: readonly Interruption[];
  readonly calls: number;
  readonly sourced: number;
  readonly unsourced: number;
  readonly lost: number;
  readonly unvouched: number;
  readonly steps: number;
  readonly modelCalls: number;
  readonly timeLine?: TimeLine;
}

export interface Verdict {
  readonly kind: Containment['kind'];
  readonly because: Exclude<Containment, { kind: 'contained' }>['because'] | undefined;
  /** By what the attacker's calls are known. */
  readonly basis: Basis;
  /** True if a recorded call does the attacker's work. */
  readonly throughCall: boolean;
  /** The calls that were let through, by step and tool. */
  readonly allowed: readonly string[];
}

/** A record that could not be audited after all. */
export interface FailedRun extends RecordLocation {
  readonly fault: Fault;
}

/** A replayed run, in as much as the audit keeps of it. */
export function outcomeUnder(
  replayed: Replayed,
  tasks: InjectionTasks | undefined,
): PropagatorOutcome {
  const isAttack = replayed.run.attack?.succeeded === true;
  const containment = isAttack ? containmentOf(replayed, { tasks, noted: 'counts' }) : undefined;
  const {
    interruptions,
    calls,
    arguments: counted,
    lost,
    steps,
    modelCalls,
  } = summaryOf(replayed, containment);
  return {
    propagator: replayed.propagator,
    verdict: containment === undefined ? undefined : verdictOf(containment),
    interruptions,
    calls,
    ...counted,
    lost,
    unvouched: unvouchedIn(replayed),
    steps,
    modelCalls,
  };
}

function verdictOf(containment: Containment): Verdict {
  const { kind, calls, basis } = containment;
  return {
    kind,
    because: kind === 'contained' ? undefined : containment.because,
    basis,
    throughCall: calls.length > 0,
    allowed: calls
      .filter(({ fate }) => fate === 'allowed')
      .map(({ step, call }) => `step ${step}, ${call.tool}`),
  };
}

export function outcomeOf(
  { file, line }: RecordLocation,
  run: RecordedRun,
  results: readonly PropagatorOutcome[],
): RunOutcome {
  return {
    file,
    line,
    model: run.model,
    suite: run.suite,
    task: run.userTask,
    attack: run.attack?.name ?? '',
    injection: run.attack?.task ?? '',
    succeeded: run.attack?.succeeded === true,
    completed: run.completed === true,
    results,
  };
}
