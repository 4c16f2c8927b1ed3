import { SluiceError } from '@sluice/core';
import type { TrialOutcome } from '../trial/outcome.ts';
import type { LedgerLine } from '../trial/row.ts';
import type { TrialSpec } from '../trial/spec.ts';
import { attempt } from './attempt.ts';
import { BudgetMeter, requirePrices } from './budget.ts';
import { trialCache, type TrialCache } from './cache.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { Pace } from './progress.ts';
import type { SweepOptions, SweepResult } from './sweep-options.ts';
import { trialKey } from './trial-key.ts';

interface Stop {
  readonly stopped: SweepResult['stopped'];
  readonly because: string;
}

interface Pending {
  readonly key: string;
  readonly spec: TrialSpec;
}

/**
 * Runs every trial once that neither ledger nor cache has, and appends a line for each. Throws
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

class Sweep {
  readonly #options: SweepOptions;
  readonly #writer: LedgerWriter;
  readonly #cache: TrialCache | undefined;
  readonly #signal: AbortSignal;
  readonly #nowMs: () => number;
  readonly #meter: BudgetMeter;
  readonly #pace: Pace;
  readonly #pending: Pending[] = [];
  readonly #total: number;
  readonly #known: number;
  #errors = 0;
  #cached = 0;
  #ran = 0;
  #errorsInRow = 0;
  #stop: Stop | undefined;

  constructor(
    options: SweepOptions,
    ledger: {
      readonly writer: LedgerWriter;
      readonly known: ReadonlyMap<string, TrialOutcome['kind']>;
    },
  ) {
    this.#options = options;
    this.#writer = ledger.writer;
    this.#cache = options.cache === undefined ? undefined : trialCache(options.cache);
    this.#signal = options.signal ?? new AbortController().signal;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#meter = new BudgetMeter(options.budget ?? {}, this.#nowMs);
    this.#pace = new Pace(options.workers);
    const byKey = new Map(options.specs.map((spec) => [trialKey(spec, options.versions), spec]));
    for (const [key, spec] of byKey) {
      const ended = ledger.known.get(key);
      const again = ended === 'error' && options.retryErrors === true;
      if (ended === undefined || again) this.#pending.push({ key, spec });
      else if (ended === 'error') this.#errors += 1;
    }
    this.#total = byKey.size;
    this.#known = byKey.size - this.#pending.length;
  }

  async run(): Promise<SweepResult> {
    const { command, versions, workers } = this.#options;
    await this.#append({ kind: 'sweep', atMs: Date.now(), command, versions });
    this.#report();
    const lanes = Array.from({ length: workers }, (_, lane) => this.#lane(lane));
    // Every lane is waited for, so that none still runs a trial when the ledger is closed.
    const broken = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return this.#result();
  }

  async #lane(lane: number): Promise<void> {
    try {
      await this.#runLane(lane);
    } catch (error) {
      this.#stop ??= { stopped: 'aborted', because: 'the ledger could not be written' };
      throw error;
    }
  }

  async #runLane(lane: number): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const cached = await this.#cache?.get(next.key);
      if (cached === undefined) await this.#runOne(next, lane);
      else {
        this.#cached += 1;
        await this.#ended(next, cached, { cached: true });
      }
    }
  }

  #next(): Pending | undefined {
    if (this.#signal.aborted) this.#stop ??= { stopped: 'aborted', because: 'it was interrupted' };
    return this.#stop === undefined ? this.#pending.shift() : undefined;
  }

  async #runOne(next: Pending, lane: number): Promise<void> {
    const usedUp = this.#stop === undefined ? this.#meter.startTrial() : undefined;
    if (usedUp !== undefined) this.#stop = { stopped: 'budget', because: `it used ${usedUp}` };
    const startedMs = this.#nowMs();
    const outcome = this.#stop === undefined ? await this.#attempt(next.spec, lane) : undefined;
    if (outcome === undefined) {
      this.#pending.push(next);
      return;
    }
    this.#ran += 1;
    this.#pace.ended(this.#nowMs() - startedMs);
    this.#meter.spend(next.spec, outcome.cost);
    await this.#cache?.put(next.key, outcome);
    this.#watchErrors(outcome);
    await this.#ended(next, outcome, {});
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
    this.#stop ??= {
      stopped: 'errors',
      because: `${this.#errorsInRow} trials in a row ended in an error, the last: ${outcome.message}`,
    };
  }

  async #ended(
    { key, spec }: Pending,
    outcome: TrialOutcome,
    how: { readonly cached?: true },
  ): Promise<void> {
    await this.#append({ kind: 'trial', key, atMs: Date.now(), spec, outcome, ...how });
    this.#report();
  }

  #append(line: LedgerLine): Promise<void> {
    return this.#writer.append(line);
  }

  #done(): number {
    return this.#known + this.#cached + this.#ran;
  }

  #report(): void {
    const done = this.#done();
    this.#options.onProgress?.({
      done,
      total: this.#total,
      errors: this.#errors,
      cached: this.#cached,
      ran: this.#ran,
      ...this.#pace.of(this.#total - done),
    });
  }

  #result(): SweepResult {
    const left = this.#total - this.#done();
    const { stopped, because } = this.#stop ?? { stopped: 'done', because: '' };
    return {
      stopped: left === 0 && stopped !== 'errors' ? 'done' : stopped,
      message: this.#message(left, because),
      total: this.#total,
      known: this.#known,
      cached: this.#cached,
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
