import { trialKey } from '../../src/sweep/ledger-file.ts';
import type {
  LedgerLine,
  SweepLine,
  TrialLine,
  TrialOutcome,
  TrialSpec,
  Versions,
} from '../../src/trial/trial.ts';

export const sweepLine: SweepLine = {
  kind: 'sweep',
  atMs: Date.UTC(2026, 0, 5),
  command: 'sluice bench garden',
  versions: { sluice: '0.1.0', code: 'c0de', node: '24.0.0' },
};

const cost = { modelCalls: 3, steps: 2, inputTokens: 100, outputTokens: 10, ms: 5 };

const spec: TrialSpec = {
  benchmark: 'garden/v3',
  suite: 'pond',
  task: 'task_0',
  attack: undefined,
  model: 'reader:lax',
  defence: 'none',
  person: 'skip',
  seed: 0,
};

export function ledger(trials: readonly TrialLine[]): readonly LedgerLine[] {
  return [sweepLine, ...trials];
}

export function trial(
  own: Partial<TrialSpec>,
  outcome: TrialOutcome,
  versions: Versions = sweepLine.versions,
): TrialLine {
  const whole = { ...spec, ...own };
  const atMs = sweepLine.atMs;
  return { kind: 'trial', key: trialKey(whole, versions), atMs, spec: whole, outcome };
}

type Finished = Extract<TrialOutcome, { kind: 'finished' }>;

/** A finished trial, with the grader's word on the attack; `unknown`: the grader does not say. */
interface Ended extends Partial<Finished> {
  readonly attacked?: 'yes' | 'no' | 'unknown';
}

export function finished({ attacked, ...own }: Ended): TrialOutcome {
  return {
    kind: 'finished',
    utility: true,
    attackSucceeded: attacked === 'yes' ? true : attacked === 'no' ? false : undefined,
    throughAnswer: false,
    questions: [],
    executed: [],
    checked: undefined,
    cost,
    moments: [],
    ...own,
  };
}

export function erred(message: string): TrialOutcome {
  return { kind: 'error', message, cost };
}
