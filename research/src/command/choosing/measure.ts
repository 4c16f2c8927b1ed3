import { writeFileSync } from 'node:fs';
import { keptAnswers } from '../../choosing/ask/answer.ts';
import { handCalls } from '../../choosing/call/hand-calls.ts';
import { choosingTask } from '../../choosing/choosing-task.ts';
import { runTask } from '../../task/task.ts';
import { ownCalls } from '../../choosing/call/own-calls.ts';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { readHandLabelled } from '../../screener/pair/hand-labels.ts';
import { sampleOf } from '../../choosing/call/sample.ts';
import { screenersFigures, type ScreenersReport } from '../../choosing/figures/screeners-report.ts';
import { screenersResult } from '../../choosing/report/screeners-result.ts';
import { shippedHandLabels } from '../../choosing/call/shipped-labels.ts';
import { traceFiles } from '../../screener/trace/read-traces.ts';
import type { KnownCall } from '../../choosing/call/known-call.ts';
import { policyFor, type Terminal } from 'sluice/parts';
import type { Measured } from '../suite.ts';
import { openForChoosing, type OpenedForChoosing } from './open.ts';
import { screenersHtml } from '../../choosing/report/screeners-page.ts';
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
}

/** Asks every propagator about the same calls, whose sources are known. It claims nothing. */
export async function measurePropagators(
  paths: readonly string[],
  options: ScreenersOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { signal, end } = untilInterrupted();
  const truth = paths.length > 0 ? 'hand' : 'own';
  try {
    const calls = sampled(await callsOf(paths, options, terminal), options);
    const asksAgent = truth === 'own';
    await using propagators = await openForChoosing(options.propagator, { asksAgent });
    const { names, opened, work, leftOut } = propagators;
    const task = choosingTask(calls, {
      names,
      truth,
      opened,
      work,
      ledger: keptAnswers(ledgerFile(options.ledger, 'screeners')),
      versions: answerVersions(),
      seconds: processorSeconds,
    });
    const report = await runTask(task, { signal, onSolved: watched(terminal) });
    return measuredOf(report, options, leftOut);
  } finally {
    end();
  }
}

function measuredOf(
  report: ScreenersReport,
  { calls, seed, html }: ScreenersOptions,
  leftOut: OpenedForChoosing['leftOut'],
): Measured {
  if (html !== undefined) writeFileSync(html, screenersHtml(report));
  const sample = calls === undefined ? undefined : { calls, seed };
  return {
    found: screenersResult(report),
    figures: screenersFigures(report),
    beside: { truth: report.truth, sample, leftOut },
    lines: [
      ...(sample === undefined ? [] : [`a sample of ${report.calls}, drawn with seed ${seed}`]),
      `asked about with every label known: ${report.askedAtLeast.toFixed(2)} of the calls`,
      ...(leftOut === undefined
        ? []
        : [`left out: ${leftOut.names.join(', ')}: ${leftOut.because}`]),
      ...(html === undefined ? [] : [`wrote ${html}`]),
    ],
  };
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
