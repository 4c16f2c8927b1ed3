import { closeSync, existsSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { ExitCode, Terminal } from 'sluice/parts';
import { attackers } from '../attack/attackers.ts';
import { isGuarded } from '../defence/by-name.ts';
import { pinnedFor } from '../live/pinned-for.ts';
import { type Control, controlsOf } from '../measure/controls.ts';
import { casesOf, type NamedLedger } from '../report/cases.ts';
import { reportHtml } from '../report/report-html.ts';
import { reportMarkdown } from '../report/report-markdown.ts';
import { readSuiteResult, readSuiteResults } from '../report/suite-result-file.ts';
import type { SuiteResult } from '../report/suite-result.ts';
import { mergedFigures, ranked, type RankedResult } from '../report/suites/ranked.ts';
import { resultsMarkdown } from '../report/suites/results-markdown.ts';
import { readLedger } from '../sweep/ledger-file.ts';
import type { TrialLine } from '../trial/trial.ts';
import { codesOf } from './code-of.ts';
import { committedFolder } from './committed.ts';
import { benchFolder, resultsFolder } from './process.ts';

export interface ReportBenchOptions {
  readonly html?: string;
  readonly markdown?: true;
  readonly json?: true;
}

const headBytes = 256;

/**
 * Writes one page, or prints tables or figures, of results and ledgers: those named, or all that
 * there are. Throws `file-unreadable` where there is nothing, and for a named file that is neither.
 */
export async function runBenchReport(
  files: readonly string[],
  { html = 'bench-report.html', markdown, json }: ReportBenchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await foundOrCommitted(files);
  if (markdown === true) terminal.print(markdownOf(found));
  if (json === true) printJson(found, terminal);
  if (markdown === true || json === true) return 0;
  writeBenchPage(html, found);
  if (found.note !== undefined) terminal.print(found.note);
  terminal.print(`wrote ${html}`);
  return 0;
}

/** The results and ledgers that a report shows. */
export interface FoundForReport {
  readonly results: readonly RankedResult[];
  readonly ledgers: readonly NamedLedger[];
  /** Files that are no result, each with what to type. */
  readonly leftOut: readonly string[];
  /** Where the results are from, unless the user measured them. */
  readonly note?: string;
}

export function writeBenchPage(html: string, found: FoundForReport): void {
  const { results, ledgers, leftOut, note } = found;
  const title = 'Sluice bench';
  const controls = controlsOfLedgers(ledgers);
  const suites =
    results.length + leftOut.length === 0 ? {} : { suites: { results, leftOut, note } };
  writeFileSync(html, reportHtml(ledgers, { title, controls, ...suites }));
}

/**
 * Files by name: `.json` is a result, everything else a ledger; without names, all there are.
 */
export async function foundIn(files: readonly string[]): Promise<FoundForReport> {
  if (files.length > 0) {
    const results = files.filter(isResult).map(readSuiteResult);
    const ledgers = await Promise.all(files.filter((file) => !isResult(file)).map(ledgerIn));
    return { results: await rankedNow(results), ledgers, leftOut: [] };
  }
  const { results, leftOut } = readSuiteResults(resultsFolder());
  const ledgers = await Promise.all(ownLedgers().map(ledgerIn));
  if (results.length + leftOut.length + ledgers.length === 0) throw nothingMeasured();
  return { results: await rankedNow(results), ledgers, leftOut };
}

/** The committed results stand in for those that a fresh checkout does not have yet. */
async function foundOrCommitted(files: readonly string[]): Promise<FoundForReport> {
  const isEmpty = !existsSync(resultsFolder()) && ownLedgers().length === 0;
  if (files.length > 0 || !isEmpty) return await foundIn(files);
  const { results, leftOut } = readSuiteResults(committedFolder);
  if (results.length === 0) throw nothingMeasured();
  const note =
    `Nothing is in \`${benchFolder()}\` yet: these are the committed results of ` +
    '`research/results`. To measure yourself, type `sluice bench all --quick`.';
  return { results: await rankedNow(results), ledgers: [], leftOut, note };
}

/** By the code that is here now. */
async function rankedNow(results: readonly SuiteResult[]): Promise<readonly RankedResult[]> {
  return ranked(results, await codesOf(results.map(({ suite }) => suite)));
}

function isResult(file: string): boolean {
  return file.endsWith('.json');
}

function nothingMeasured(): SluiceError {
  return new SluiceError('file-unreadable', `nothing is in \`${benchFolder()}\` yet`, {
    hint: 'measure something: type `sluice bench all --quick`, or one suite, e.g. `sluice bench attacks`',
  });
}

function markdownOf({ results, ledgers, leftOut }: FoundForReport): string {
  const suites = resultsMarkdown(results, leftOut);
  if (suites === '') return reportMarkdown(ledgers);
  return ledgers.length === 0 ? suites : `${suites}\n${reportMarkdown(ledgers)}`;
}

/** All figures merged, and whose they are: it is kept without the page. */
function printJson({ results, leftOut }: FoundForReport, terminal: Terminal): void {
  const of = results.map(({ result, isCurrent }) => {
    const { suite, slice, model, command, atMs, seconds, notices, claims } = result;
    const holds = claims.every((claim) => claim.holds);
    return { suite, slice, model, command, atMs, seconds, isCurrent, holds, notices };
  });
  terminal.print(JSON.stringify({ results: of, leftOut, figures: mergedFigures(results) }));
}

async function ledgerIn(file: string): Promise<NamedLedger> {
  const { lines } = await readLedger(file);
  return { name: path.basename(file), lines };
}

/**
 * The controls of everything that stands in a report, by benchmark, model and versions. Runs of our
 * own attackers have their own, which is whether each gets what it wants without a defence.
 */
function controlsOfLedgers(ledgers: readonly NamedLedger[]): readonly Control[] {
  return casesOf(ledgers).sets.flatMap(({ id, trials }) => {
    const judged = trials.filter(({ spec }) => !isOurs(spec.attack?.name));
    const worlds = Map.groupBy(judged, ({ spec }) => `${spec.benchmark}, ${spec.model}, ${id}`);
    return [...worlds].flatMap(([world, lines]) =>
      controlsIn(lines).map((control) => ({ ...control, name: `${world}: ${control.name}` })),
    );
  });
}

function controlsIn(lines: readonly TrialLine[]): readonly Control[] {
  const guarded = [...new Set(lines.map(({ spec }) => spec.defence))].filter(isGuarded);
  const [, version = ''] = lines[0]?.spec.benchmark.split('/') ?? [];
  return controlsOf(lines, { pinned: pinnedFor(version), guarded });
}

function isOurs(attack: string | undefined): boolean {
  return attackers.some(({ name }) => name === attack);
}

/** The ledgers of sweeps that are kept; what other suites remember beside them is none. */
function ownLedgers(folder: string = benchFolder()): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const files = names.filter((name) => name.endsWith('.jsonl'));
  return files.map((name) => path.join(folder, name)).filter(isOfSweep);
}

/** Sweeps begin each ledger with a line of their own; what is torn there is left to its reader. */
function isOfSweep(file: string): boolean {
  const head = Buffer.alloc(headBytes);
  const opened = openSync(file, 'r');
  try {
    const bytes = readSync(opened, head, 0, headBytes, 0);
    return /^\s*\{"kind":"sweep"/.test(head.subarray(0, bytes).toString());
  } finally {
    closeSync(opened);
  }
}
