import { findPackageJSON } from 'node:module';
import { SluiceError } from '@sluice/core';
import { models } from '@sluice/local';
import type { ExitCode, Terminal } from 'sluice/parts';
import { findAgentDojo } from '../../agentdojo/environment.ts';
import { readSuiteResults } from '../../report/suite-result-file.ts';
import type { SuiteResult } from '../../report/suite-result.ts';
import { mergedFigures } from '../../report/suites/ranked.ts';
import { durationText } from '../../report/suites/result-words.ts';
import { type Need, quickEntries, type SuiteEntry, wholeEntries } from './entries.ts';
import { type Dependencies, type Ended, runEntries } from './run-entries.ts';
import { showAll, showEnded } from './show-ended.ts';
import { codeOf as codeHere } from '../code-of.ts';
import { resultsFolder, untilInterrupted } from '../process.ts';
import { foundIn, writeBenchPage } from '../report.ts';

export interface AllBenchOptions {
  readonly quick?: true;
  readonly only?: readonly string[];
  readonly again?: true;
  readonly keep?: true;
  readonly html: string;
  readonly json?: true;
}

export interface AllBench {
  /** Runs one command line after `sluice`. */
  readonly run: Dependencies['run'];
  readonly nowMs?: () => number;
  readonly entries?: readonly SuiteEntry[];
  readonly codeOf?: Dependencies['codeOf'];
}

/** The weights that suites run when none are named. */
const weights = 'smollm2-135m-instruct';

/** The packages that load the weights, beside `@sluice/local`. */
const peers = ['node-llama-cpp', 'onnxruntime-node'] as const;

/** With `--quick`, a suite that would end later than this does not begin. */
const quickMsMax = 10 * 60_000;

/**
 * Runs the suites one after another, and ends with a table of all and the page. 0: each that could
 * be run did, and holds its bounds.
 */
export async function runBenchAll(
  options: AllBenchOptions,
  terminal: Terminal,
  { run, nowMs = Date.now, codeOf = codeHere, entries: known = entriesOf(options) }: AllBench,
): Promise<ExitCode> {
  const entries = chosen(known, options.only);
  const { signal, end } = untilInterrupted();
  signal.addEventListener('abort', () => {
    terminal.warn('no further suite begins; once more ends this one');
  });
  const begunMs = nowMs();
  const elapsed = (): number => nowMs() - begunMs;
  let expectedMs = 0;
  const isLate = ({ seconds }: SuiteEntry): boolean => {
    // Where other work takes the processor, or it is a slower one, all the others are longer too.
    const slowness = expectedMs === 0 ? 1 : Math.max(1, elapsed() / expectedMs);
    return options.quick === true && elapsed() + 1000 * seconds * slowness > quickMsMax;
  };
  const isStopped = (): boolean => signal.aborted;
  const world = { run, results: kept, codeOf, missing, nowMs, isStopped, isLate };
  try {
    const watch = watched(entries, {
      terminal,
      elapsed,
      onMeasured: ({ seconds }) => {
        expectedMs += 1000 * seconds;
      },
    });
    const all = await runEntries(entries, world, {
      again: options.again === true,
      keep: options.keep === true,
      ...watch,
    });
    showAll(all, terminal);
    terminal.print(`${durationText(elapsed() / 1000)} in all`);
    await writePage(options.html, terminal);
    if (options.json === true) printJson(all, { terminal, seconds: elapsed() / 1000 });
    return all.every(isWell) ? 0 : 1;
  } finally {
    end();
  }
}

function kept(): readonly SuiteResult[] {
  return readSuiteResults(resultsFolder()).results;
}

function entriesOf({ quick }: AllBenchOptions): readonly SuiteEntry[] {
  return quick === true ? quickEntries : wholeEntries;
}

/** By name; `agentsec` is `agentsec-encoded` too. Throws `settings-invalid`. */
function chosen(
  entries: readonly SuiteEntry[],
  only: readonly string[] | undefined,
): readonly SuiteEntry[] {
  if (only === undefined) return entries;
  const unknown = only.find((wanted) => !entries.some((entry) => fits(entry, wanted)));
  if (unknown === undefined) {
    return entries.filter((entry) => only.some((wanted) => fits(entry, wanted)));
  }
  throw new SluiceError('settings-invalid', `there is no suite \`${unknown}\``, {
    hint: `name some of ${entries.map(({ name }) => name).join(', ')}`,
  });
}

function fits({ name }: SuiteEntry, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}-`);
}

/** A skipped suite is no failure: its line says what to type. A stopped run is one. */
function isWell(ended: Ended): boolean {
  switch (ended.kind) {
    case 'measured':
    case 'kept':
      return ended.holds;
    case 'failed':
    case 'stopped':
      return false;
    case 'left-out':
      return true;
  }
}

interface Watching {
  readonly terminal: Terminal;
  readonly elapsed: () => number;
  readonly onMeasured: (entry: SuiteEntry) => void;
}

/** Progress goes to where mistakes go; what was found is printed. */
function watched(entries: readonly SuiteEntry[], { terminal, elapsed, onMeasured }: Watching) {
  const tell = (entry: SuiteEntry, line: string): void => {
    const place = `${entries.indexOf(entry) + 1}/${entries.length} ${entry.name}`;
    terminal.warn(`[${clockText(elapsed())}] ${place}: ${line}`);
  };
  return {
    onBegin: (entry: SuiteEntry) => tell(entry, 'begins'),
    onLine: tell,
    onEnd: (ended: Ended) => {
      if (ended.kind === 'measured') onMeasured(ended.entry);
      tell(ended.entry, ended.kind);
      showEnded(ended, terminal);
    },
  };
}

function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The page of all results and ledgers; where no suite left any, there is none. */
async function writePage(html: string, terminal: Terminal): Promise<void> {
  try {
    writeBenchPage(html, await foundIn([]));
    terminal.print(`wrote ${html}`);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    terminal.warn(`no page: ${error.message}`);
  }
}

function printJson(
  all: readonly Ended[],
  { terminal, seconds }: { readonly terminal: Terminal; readonly seconds: number },
): void {
  const ran = all.flatMap((ended) => ('ranked' in ended ? [ended.ranked] : []));
  const suites = all.map((ended) => {
    const { kind, entry } = ended;
    if (!('ranked' in ended)) return { name: entry.name, ended: kind, because: ended.because };
    const { command, model, notices, seconds: took } = ended.ranked.result;
    return { name: entry.name, ended: kind, holds: ended.holds, command, model, took, notices };
  });
  terminal.print(JSON.stringify({ seconds, suites, figures: mergedFigures(ran) }));
}

/** The command to type for something that is not there; `undefined`: it is there. */
function missing(need: Need): string | undefined {
  switch (need) {
    case 'agentdojo':
      return findAgentDojo() === undefined ? 'type `sluice bench agentdojo setup`' : undefined;
    case 'weights': {
      const absent = peers.filter((peer) => !isInstalled(peer));
      if (absent.length > 0) return `type \`npm install ${absent.join(' ')}\``;
      const isPulled = models().some(
        ({ entry, path }) => entry.id === weights && path !== undefined,
      );
      return isPulled ? undefined : `type \`sluice models pull ${weights}\``;
    }
  }
}

/** Peers are looked for where `@sluice/local` would. */
function isInstalled(peer: string): boolean {
  try {
    return findPackageJSON(peer, import.meta.resolve('@sluice/local')) !== undefined;
  } catch {
    return false;
  }
}
