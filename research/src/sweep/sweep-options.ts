import type { TrialOutcome } from '../trial/outcome.ts';
import type { Versions } from '../trial/row.ts';
import type { TrialSpec } from '../trial/spec.ts';
import type { Budget } from './budget.ts';
import type { Progress } from './progress.ts';

/**
 * Runs one trial. `lane` is below `workers` and is used by one trial at a time, so that it may
 * keep a process of its own. The signal says that the trial is late or the sweep ends: the lane's
 * process should be ended then, for the next trial comes after a few seconds at the latest.
 */
export type RunTrial = (
  spec: TrialSpec,
  lane: number,
  signal: AbortSignal,
) => Promise<TrialOutcome>;

export interface SweepOptions {
  readonly specs: readonly TrialSpec[];
  readonly versions: Versions;
  /** A `.jsonl` file, created or gone on with. */
  readonly ledger: string;
  /** Folder of outcomes that other ledgers have; without one, nothing is taken from others. */
  readonly cache?: string | undefined;
  readonly run: RunTrial;
  readonly workers: number;
  readonly timeoutMs: number;
  readonly budget?: Budget | undefined;
  /** Runs the trials again that the ledger holds as errors; their later line is the one read. */
  readonly retryErrors?: boolean | undefined;
  readonly isTransient?: ((error: unknown) => boolean) | undefined;
  /** More errors than this, one after the other, stop the sweep. */
  readonly errorsInRowMax?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What to type to go on. */
  readonly command: string;
  readonly nowMs?: (() => number) | undefined;
  readonly graceMs?: number | undefined;
}

export interface SweepResult {
  readonly stopped: 'done' | 'budget' | 'errors' | 'aborted';
  /** What happened and what is left, in a sentence or two. */
  readonly message: string;
  readonly total: number;
  /** The ledger had them. */
  readonly known: number;
  readonly cached: number;
  readonly ran: number;
  readonly errors: number;
  readonly left: number;
  /** A line that a killed sweep had not finished was cut off. */
  readonly tornBytes: number;
}
