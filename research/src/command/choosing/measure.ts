import { AnswerLedger } from '../../choosing/ask/answer-ledger.ts';
import { handCalls } from '../../choosing/call/hand-calls.ts';
import { measureAll } from '../../choosing/ask/measure-all.ts';
import { ownCalls } from '../../choosing/call/own-calls.ts';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { readHandLabelled } from '../../screener/pair/hand-labels.ts';
import { sampleOf } from '../../choosing/call/sample.ts';
import { screenersReport, type ScreenersReport } from '../../choosing/figures/screeners-report.ts';
import { screenersResult } from '../../choosing/report/screeners-result.ts';
import { shippedHandLabels } from '../../choosing/call/shipped-labels.ts';
import { traceFiles } from '../../screener/trace/read-traces.ts';
import type { KnownCall } from '../../choosing/call/known-call.ts';
import { type ExitCode, policyFor, type Terminal } from 'sluice/parts';
import type { KeepResult } from '../keep-result.ts';
import { openForChoosing } from './open.ts';
import { showScreeners } from './show.ts';
import { answerVersions } from './versions.ts';
import { ledgerFile, untilInterrupted } from '../process.ts';

export interface ScreenersOptions {
  readonly propagator?: readonly string[];
  readonly labels?: string;
  readonly policies?: string;
  readonly calls?: number;
  readonly seed: number;
  readonly ledger?: string;
  readonly html?: string;
  readonly json?: true;
}

/**
 * Asks every propagator about the same calls, whose sources are known, and shows what they are
 * worth. There is no bound to hold: 0 where all was measured.
 */
export async function runScreenersBench(
  paths: readonly string[],
  options: ScreenersOptions,
  { terminal, keep }: { readonly terminal: Terminal; readonly keep: KeepResult },
): Promise<ExitCode> {
  const { signal, end } = untilInterrupted();
  const truth = paths.length > 0 ? 'hand' : 'own';
  try {
    const calls = sampled(await callsOf(paths, options, terminal), options);
    const asksAgent = truth === 'own';
    await using screeners = await openForChoosing(options.propagator, { asksAgent });
    const { names, opened, work, leftOut } = screeners;
    const watch = watched(terminal);
    const verdicts = await measureAll(calls, {
      names,
      opened,
      work,
      ledger: new AnswerLedger(ledgerFile(options.ledger, 'screeners')),
      versions: answerVersions(),
      seconds: processorSeconds,
      signal,
      onCall: watch,
    });
    const report: ScreenersReport = screenersReport(truth, calls, verdicts);
    showScreeners(report, { leftOut, options, terminal });
    await keep(screenersResult(report));
    return 0;
  } finally {
    end();
  }
}

async function callsOf(
  paths: readonly string[],
  { labels, policies }: ScreenersOptions,
  terminal: Terminal,
): Promise<readonly KnownCall[]> {
  if (paths.length === 0) return ownCalls(privacySuite({ generated: true }).drawn);
  const known = new Map<string, ReturnType<typeof policyFor>>();
  const policyOf = (suite: string): ReturnType<typeof policyFor> => {
    const reading = known.get(suite) ?? policyFor(suite, { policy: undefined, policies });
    known.set(suite, reading);
    return reading;
  };
  const labelled = labels === undefined ? shippedHandLabels() : readHandLabelled(labels);
  const { calls, absent } = await handCalls(traceFiles(paths), { labels: labelled, policyOf });
  if (absent > 0) terminal.warn(`${absent} labelled calls are of runs that are not in these files`);
  return calls;
}

function sampled(
  calls: readonly KnownCall[],
  { calls: most, seed }: ScreenersOptions,
): readonly KnownCall[] {
  return most === undefined ? calls : sampleOf(calls, { seed, most });
}

/** What this process has used: other work on the machine does not count. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const lineMs = 15_000;

/** A line now and then. */
function watched(terminal: Terminal): (progress: { done: number; all: number }) => void {
  let shownMs = performance.now();
  return ({ done, all }) => {
    const now = performance.now();
    if (done < all && now - shownMs < lineMs) return;
    shownMs = now;
    terminal.warn(`${done}/${all} calls`);
  };
}
