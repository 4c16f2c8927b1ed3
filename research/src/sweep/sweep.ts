import { SluiceError } from '@sluice/core';
import { runTask, type Task } from '../task/task.ts';
import type { TrialOutcome, TrialSpec, Versions } from '../trial/trial.ts';
import { attempt } from './attempt.ts';
import { type Budget, BudgetMeter, requirePrices } from './budget.ts';
import { trialKey } from './ledger-file.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { Pace, type Progress } from './progress.ts';

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
  /** The command that continues the sweep. */
  readonly command: string;
  readonly nowMs?: (() => number) | undefined;
  readonly graceMs?: number | undefined;
}

export interface SweepResult {
  readonly stopped: 'done' | 'budget' | 'errors' | 'aborted';
  /** The outcome and the remaining work, in a sentence or two. */
  readonly message: string;
  readonly total: number;
  /** The ledger had them. */
  readonly known: number;
  readonly ran: number;
  readonly errors: number;
  readonly left: number;
  /** A line that a killed sweep had not finished was cut off. */
  readonly tornBytes: number;
}

/**
 * Runs every trial once that the ledger does not hold, and appends a line for each. Throws
 * only for set-up errors and where the ledger cannot be written: a trial's own errors are lines.
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  requirePrices(options.budget ?? {}, options.specs);
  requireLanes(options.workers);
  const known = new Map<string, TrialOutcome['kind']>();
  const writer = await LedgerWriter.open(options.ledger, (line) => {
    if (line.kind === 'trial') known.set(line.key, line.outcome.kind);
  });
  try {
    return await new Sweep(options, { writer, known }).run();
  } finally {
    await writer.close();
  }
}

function requireLanes(workers: number): void {
  if (Number.isSafeInteger(workers) && workers > 0) return;
  throw new SluiceError('settings-invalid', `\`${workers}\` workers cannot run a trial`, {
    hint: 'say how many trials may run at once: 1 or more',
  });
}

interface Stop {
  readonly stopped: SweepResult['stopped'];
  readonly because: string;
}

interface Pending {
  readonly key: string;
  readonly spec: TrialSpec;
}

class Sweep {
  readonly #options: SweepOptions;
  readonly #writer: LedgerWriter;
  readonly #signal: AbortSignal;
  readonly #nowMs: () => number;
  readonly #meter: BudgetMeter;
  readonly #pace: Pace;
  readonly #pending: readonly Pending[];
  readonly #total: number;
  readonly #over = new AbortController();
  #stop: Stop | undefined;
  #errors: number;
  #errorsInRow = 0;
  #ran = 0;

  constructor(
    options: SweepOptions,
    ledger: {
      readonly writer: LedgerWriter;
      readonly known: ReadonlyMap<string, TrialOutcome['kind']>;
    },
  ) {
    this.#options = options;
    this.#writer = ledger.writer;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#meter = new BudgetMeter(options.budget ?? {}, this.#nowMs);
    this.#pace = new Pace(options.workers);
    const byKey = new Map(options.specs.map((spec) => [trialKey(spec, options.versions), spec]));
    const isLeft = (key: string): boolean => {
      const ended = ledger.known.get(key);
      return ended === undefined || (ended === 'error' && options.retryErrors === true);
    };
    const all = [...byKey].map(([key, spec]) => ({ key, spec }));
    this.#pending = all.filter(({ key }) => isLeft(key));
    this.#total = all.length;
    this.#errors = all.filter(({ key }) => {
      return !isLeft(key) && ledger.known.get(key) === 'error';
    }).length;
  }

  async run(): Promise<SweepResult> {
    const { command, versions, workers } = this.#options;
    await this.#writer.append({ kind: 'sweep', atMs: Date.now(), command, versions });
    this.#report();
    const task: Task<Pending, void, SweepResult> = {
      dataset: this.#pending,
      solver: (next, _, lane) => this.#runOne(next, lane),
      scorer: () => this.#result(),
    };
    const until = AbortSignal.any([this.#signal, this.#over.signal]);
    // An interruption ends a sweep as a budget does: with what is done.
    return runTask(task, { signal: until, until, lanes: workers });
  }

  async #runOne({ key, spec }: Pending, lane: number): Promise<void> {
    const usedUp = this.#meter.startTrial();
    if (usedUp !== undefined) return this.#end({ stopped: 'budget', because: `it used ${usedUp}` });
    const startedMs = this.#nowMs();
    const outcome = await this.#attempt(spec, lane);
    if (outcome === undefined) return;
    this.#ran += 1;
    this.#pace.ended(this.#nowMs() - startedMs);
    this.#meter.spend(spec, outcome.cost);
    this.#watchErrors(outcome);
    await this.#writer.append({ kind: 'trial', key, atMs: Date.now(), spec, outcome });
    this.#report();
  }

  #end(stop: Stop): void {
    this.#stop ??= stop;
    this.#over.abort();
  }

  #attempt(spec: TrialSpec, lane: number): Promise<TrialOutcome | undefined> {
    const { run, timeoutMs, graceMs = 5000, isTransient = () => false } = this.#options;
    return attempt((signal) => run(spec, lane, signal), {
      timeoutMs,
      graceMs,
      isTransient,
      signal: this.#signal,
      nowMs: this.#nowMs,
    });
  }

  #watchErrors(outcome: TrialOutcome): void {
    if (outcome.kind === 'finished') {
      this.#errorsInRow = 0;
      return;
    }
    this.#errors += 1;
    this.#errorsInRow += 1;
    const { errorsInRowMax = 5 } = this.#options;
    if (this.#errorsInRow <= errorsInRowMax) return;
    this.#end({
      stopped: 'errors',
      because: `${this.#errorsInRow} trials in a row ended in an error, the last: ${outcome.message}`,
    });
  }

  #left(): number {
    return this.#pending.length - this.#ran;
  }

  #report(): void {
    const left = this.#left();
    this.#options.onProgress?.({
      done: this.#total - left,
      total: this.#total,
      errors: this.#errors,
      ran: this.#ran,
      ...this.#pace.of(left),
    });
  }

  #result(): SweepResult {
    const left = this.#left();
    const interrupted: Stop = { stopped: 'aborted', because: 'it was interrupted' };
    const { stopped, because } = this.#stop ?? interrupted;
    return {
      stopped: left === 0 && stopped !== 'errors' ? 'done' : stopped,
      message: this.#message(left, because),
      total: this.#total,
      known: this.#total - this.#pending.length,
      ran: this.#ran,
      errors: this.#errors,
      left,
      tornBytes: this.#writer.tornBytes,
    };
  }

  #message(left: number, because: string): string {
    const torn = this.#writer.tornBytes;
    return [
      ...(torn > 0 ? [`A torn last line of ${torn} bytes was cut off.`] : []),
      left === 0
        ? `All ${this.#total} trials have an outcome, ${this.#errors} of them an error.`
        : `The sweep stopped with ${left} of ${this.#total} trials left: ${because}.`,
      ...(left === 0 ? [] : [`Go on with: ${this.#options.command}`]),
    ].join(' ');
  }
}
