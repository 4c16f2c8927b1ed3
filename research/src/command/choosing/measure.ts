import { writeFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { inProcess, policyFor, type Terminal } from 'sluice/parts';
import { keptAnswers } from '../../choosing/ask/answer.ts';
import { type OpenedScreeners, WorkCount } from '../../choosing/ask/ask-all.ts';
import { type Annotator, shippedHandLabels } from '../../choosing/call/annotators.ts';
import { handCalls } from '../../choosing/call/hand-calls.ts';
import type { KnownCall } from '../../choosing/call/known-call.ts';
import { ownCalls } from '../../choosing/call/own-calls.ts';
import { sampleOf } from '../../choosing/call/sample.ts';
import { choosingTask } from '../../choosing/choosing-task.ts';
import { screenersFigures, type ScreenersReport } from '../../choosing/figures/screeners-report.ts';
import { screenersHtml } from '../../choosing/report/screeners-page.ts';
import { screenersResult } from '../../choosing/report/screeners-result.ts';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { namesOpened, openNamed } from '../../propagators.ts';
import { weightsHash } from '../../screener/features/open-reading.ts';
import { readHandLabelled } from '../../screener/pair/hand-labels.ts';
import { traceFiles } from '../../screener/trace/read-traces.ts';
import { runTask } from '../../task/task.ts';
import { outcomesOf } from '../code-of.ts';
import { ledgerFile, untilInterrupted } from '../process.ts';
import type { Measured } from '../suite.ts';
import { watched } from '../watch.ts';

export interface ScreenersOptions {
  readonly propagator?: readonly string[];
  readonly labels?: string;
  readonly annotator: Annotator;
  readonly policies?: string;
  readonly calls?: number;
  readonly seed: number;
  readonly ledger?: string;
  readonly html?: string;
}

/** All but the models: `multi-execution` runs the agent's own. */
const defaults = [
  'naive',
  'redact-all',
  'lineage',
  'attention',
  'lineage+attention',
  'knn-lm',
  'minimal-labels',
  'lineage+minimal-labels',
  'introspection',
  'judge:local',
] as const;

const agents = 'multi-execution';

/** The weights that propagators run on where their options name no others. */
const weights = 'smollm2-135m-instruct';

/** Asks every propagator about the same calls, whose sources are known. It claims nothing. */
export async function measurePropagators(
  paths: readonly string[],
  options: ScreenersOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { signal, end } = untilInterrupted();
  const watch = watched(terminal);
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
      versions: await answerVersions(),
      seconds: processorSeconds,
    });
    const report = await runTask(task, {
      signal,
      onSolved: ({ done, all }) => watch.show(`${done}/${all} calls`, done === all),
    });
    return measuredOf(report, options, leftOut);
  } finally {
    watch.end();
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
  { labels, annotator, policies }: ScreenersOptions,
  terminal: Terminal,
): Promise<readonly KnownCall[]> {
  if (paths.length === 0) return ownCalls(privacySuite({ generated: true }).drawn);
  const known = new Map<string, ReturnType<typeof policyFor>>();
  const policyOf = (suite: string): ReturnType<typeof policyFor> => {
    const reading = known.get(suite) ?? policyFor(suite, { policy: undefined, policies });
    known.set(suite, reading);
    return reading;
  };
  const labelled = labels === undefined ? shippedHandLabels(annotator) : readHandLabelled(labels);
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

/** The CPU time of this process: other work on the machine does not count. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Whatever an answer depends on besides the call and the propagator's name. */
async function answerVersions(): Promise<Readonly<Record<string, string>>> {
  return { code: await outcomesOf('propagators'), weights: weightsHash(weights) };
}

/** Propagators that are opened, and those that cannot be had here. */
interface OpenedForChoosing extends AsyncDisposable {
  readonly names: readonly string[];
  readonly opened: OpenedScreeners;
  readonly work: WorkCount;
  /** Why some of the default ones are left out; `undefined` where all are there. */
  readonly leftOut: { readonly names: readonly string[]; readonly because: string } | undefined;
}

/**
 * Opens what was named, or all. Without weights or peers, those that need none are left of the
 * default ones; one that was named throws what to type.
 */
async function openForChoosing(
  named: readonly string[] | undefined,
  { asksAgent }: { readonly asksAgent: boolean },
): Promise<OpenedForChoosing> {
  if (named !== undefined) return opening(named);
  const all = asksAgent ? [...defaults, agents] : defaults;
  try {
    return await opening(all);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    const names = all.filter(namesModel);
    const because = error.message;
    return {
      ...(await opening(all.filter((name) => !namesModel(name)))),
      leftOut: { names, because },
    };
  }
}

function namesModel(name: string): boolean {
  return name !== agents && namesOpened(name);
}

async function opening(names: readonly string[]): Promise<OpenedForChoosing> {
  const work = new WorkCount();
  const wanted = names.filter((name) => name !== agents);
  const { registry, dispose } = await openNamed(wanted, { clearance: inProcess, onWork: work.add });
  return { names, opened: registry, work, leftOut: undefined, [Symbol.asyncDispose]: dispose };
}
