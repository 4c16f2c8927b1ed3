import type { Terminal } from 'sluice/parts';
import { type LiveOptions, runLive } from '../live/run-live.ts';
import { worstCaseNotice } from '../report/worlds.ts';
import { readLedger, trialKey, trialsOf } from '../sweep/ledger-file.ts';
import { printProgress } from '../sweep/progress.ts';
import type { SweepResult } from '../sweep/sweep.ts';
import type { TrialLine } from '../trial/trial.ts';
import { commandLine, lanes, ledgerFile, untilInterrupted, versionsOf } from './process.ts';
import { watched } from './watch.ts';

/** A case hangs where it takes longer; the slowest that was seen took 4 s on two busy cores. */
const timeoutMs = 120_000;

export interface ShownOptions extends Omit<
  LiveOptions,
  'versions' | 'ledger' | 'workers' | 'timeoutMs' | 'command' | 'onProgress' | 'signal'
> {
  /** The suite whose code makes the outcomes. */
  readonly suite: string;
  /** The ledger that was named, if one was. */
  readonly ledger: string | undefined;
  /** The ledger's name if none was named. */
  readonly ledgerName: string;
  /** Cases at a time; `undefined`: one for each core. */
  readonly workers: number | undefined;
}

export interface Ran {
  /** Outcomes of the trials that were wanted, whenever they were run. */
  readonly trials: readonly TrialLine[];
  readonly result: SweepResult;
}

/** Runs a sweep, or goes on with it, and tells on the way how far it is. Ctrl-C gives it up. */
export async function runShown(options: ShownOptions, terminal: Terminal): Promise<Ran> {
  const { environment, specs } = options;
  const versions = await versionsOf(options.suite, environment);
  const ledger = ledgerFile(options.ledger, options.ledgerName);
  const { signal, end } = untilInterrupted();
  const watch = watched(terminal);
  try {
    const result = await runLive({
      ...options,
      versions,
      ledger,
      workers: lanes(options.workers),
      timeoutMs,
      command: commandLine(),
      onProgress: (progress) => watch.show(printProgress(progress)),
      signal,
    });
    watch.end();
    terminal.warn(`${result.message}\nLedger: ${ledger}`);
    const wanted = new Set(specs.map((spec) => trialKey(spec, versions)));
    const { lines } = await readLedger(ledger);
    return { trials: trialsOf(lines).filter(({ key }) => wanted.has(key)), result };
  } finally {
    end();
  }
}

/** The models of these figures, and their notice: a line of JSON may be kept without its table. */
export function whose(trials: readonly TrialLine[]): object {
  const models = [...new Set(trials.map(({ spec }) => spec.model))];
  const isReader = models.some((model) => model.startsWith('reader:'));
  return { models, notice: isReader ? worstCaseNotice : undefined };
}
