import { type LabelSpace, type Policy, SluiceError } from '@sluice/core';
import { labelledBlocks } from '../show/run-blocks.ts';
import type { Terminal } from '../terminal.ts';
import { chosen, runAt } from './choose.ts';
import { containmentOf } from './harm.ts';
import { unknownTools } from './known-tools.ts';
import { readRecords } from './read/read-files.ts';
import type { RecordedRun } from './read/record.ts';
import { type Replayed, replayRun } from './run.ts';
import { printSummary } from './show-summary.ts';
import { policyFor, readSuite, type SuiteFacts } from './suites.ts';
import {
  nameOf,
  replayFigures,
  type ReplayTally,
  type RunSummary,
  summaryOf,
  tallyReplay,
} from './summary.ts';
import { type Way, wayNamed, wayNames } from './ways.ts';

export interface ReplayOptions {
  readonly run?: number;
  readonly suite?: string;
  readonly attack?: string;
  readonly propagator?: string;
  readonly policy?: string;
  readonly suiteFile?: string;
  readonly json?: true;
}

/**
 * Replays recorded runs; 0 where every successful attack was contained or explained.
 */
export async function runReplay(
  files: readonly string[],
  options: ReplayOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const records = chosen(await readRecords(files), { ...options, files });
  const ways = waysFor(options.propagator);
  const settingOf = settings(options, records.runs);
  const wanted = options.run === undefined ? records.runs : [runAt(records.runs, options.run)];
  const summaries: RunSummary[] = [];
  const unknown = new Map<string, readonly string[]>();
  for (const run of wanted) {
    const { policy, suite, unknown: tools } = await settingOf(run.suite);
    unknown.set(run.suite, tools);
    for (const way of ways) {
      const replayed = await replayRun(run, { policy, way, declared: suite.declared });
      if (options.run !== undefined) showOne(replayed, policy, terminal);
      summaries.push(summaryOf(replayed, judged(replayed, suite)));
    }
  }
  const tallies = ways.map(({ name }) => tallyReplay(name, summaries));
  printSummary({ tallies, summaries, left: records.left, unknown }, terminal);
  if (options.json === true) terminal.print(JSON.stringify({ figures: replayFigures(tallies) }));
  return tallies.every(isHeld) ? 0 : 1;
}

function isHeld({ attacksSucceeded, contained, explained }: ReplayTally): boolean {
  return contained + explained === attacksSucceeded;
}

function judged(replayed: Replayed, suite: SuiteFacts): RunSummary['containment'] {
  return replayed.run.attack?.succeeded === true
    ? containmentOf(replayed, { tasks: suite.injectionTasks, noted: 'ignored' })
    : undefined;
}

/** Nobody is asked in a replay: what follows is what was recorded. */
const answerWords = '(recorded run: goes on as if yes; counts as stopped)';

function showOne(replayed: Replayed, policy: Policy, terminal: Terminal): void {
  for (const line of linesOf(replayed, policy.space, terminal)) terminal.print(line);
}

/** A replayed run, line by line. */
function linesOf(replayed: Replayed, space: LabelSpace, terminal: Terminal): readonly string[] {
  const { bold } = terminal.colours;
  const head = `\n${bold(`── ${nameOf(replayed.run)} · ${replayed.propagator} ──`)}`;
  return [head, ...labelledBlocks({ ...replayed, answerWords }, space, terminal).flat()];
}

interface SuiteSetting {
  readonly policy: Policy;
  readonly suite: SuiteFacts;
  /** Tools that were called and that the policy does not know. */
  readonly unknown: readonly string[];
}

/** Policy and suite are read once for each suite. */
function settings(
  { policy: file, suiteFile }: ReplayOptions,
  runs: readonly RecordedRun[],
): (suite: string) => Promise<SuiteSetting> {
  const known = new Map<string, Promise<SuiteSetting>>();
  const read = async (name: string): Promise<SuiteSetting> => {
    const policy = await policyFor(name, { policy: file, policies: undefined });
    const unknown = unknownTools(runs, { policy, suite: name });
    return { policy, suite: readSuite(suiteFile, name), unknown };
  };
  return (name) => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
}

function waysFor(name: string | undefined): readonly Way[] {
  const names = name === undefined ? ['lineage', 'naive', 'redact-all'] : [name];
  const found = names.flatMap((each) => wayNamed(each) ?? []);
  if (found.length > 0) return found;
  throw new SluiceError('file-unreadable', `\`sluice replay\` has no propagator \`${name}\``, {
    hint: `choose one of ${wayNames.join(', ')}, or lineage with rules: lineage(fields,sums)`,
  });
}
