import { readLedger } from '../sweep/ledger-file.ts';
import { runLive, type LiveOptions } from '../live/run-live.ts';
import { trialKey } from '../sweep/trial-key.ts';
import { trialsOf } from '../sweep/trials-of.ts';
import type { SweepResult } from '../sweep/sweep-options.ts';
import type { TrialLine } from '../trial/row.ts';
import type { Terminal } from 'sluice/parts';
import { commandLine, lanes, ledgerFile, untilInterrupted, versionsOf } from './process.ts';
import { watched } from './watch.ts';

/** A case hangs where it takes longer; the slowest that was seen took 4 s on two busy cores. */
const timeoutMs = 120_000;

export interface ShownOptions extends Omit<
  LiveOptions,
  'versions' | 'ledger' | 'workers' | 'timeoutMs' | 'command' | 'onProgress' | 'signal'
> {
  /** The ledger that was named, if one was. */
  readonly ledger: string | undefined;
  /** What the ledger is called otherwise. */
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
  const versions = versionsOf(environment);
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
      onProgress: watch.onProgress,
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
