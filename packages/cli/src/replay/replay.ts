import { lineage, naive, redactAll, SluiceError, type Policy, type Propagator } from '@sluice/core';
import { linesOf } from './show-one.ts';
import { containmentOf } from './harm.ts';
import { readRecords, type Records } from './read-files.ts';
import type { RecordedRun } from './record.ts';
import { type Replayed, replayRun } from './run.ts';
import { policyFor, readSuite, type SuiteFacts } from './suites.ts';
import {
  replayFigures,
  summaryOf,
  tallyReplay,
  type ReplayTally,
  type RunSummary,
} from './summary.ts';
import { printSummary } from './show-summary.ts';
import type { Terminal } from '../terminal.ts';

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
 * Steps recorded runs through the monitor; 0 where every successful attack was contained or
 * explained.
 */
export async function runReplay(
  files: readonly string[],
  options: ReplayOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const records = chosen(await readRecords(files), options);
  const propagators = propagatorsFor(options.propagator);
  const settingOf = settings(options);
  const wanted = options.run === undefined ? records.runs : [runAt(records.runs, options.run)];
  const summaries: RunSummary[] = [];
  for (const run of wanted) {
    const { policy, suite } = await settingOf(run.suite);
    for (const propagator of propagators) {
      const replayed = await replayRun(run, { policy, propagator, declared: suite.declared });
      if (options.run !== undefined) showOne(replayed, policy, terminal);
      summaries.push(summaryOf(replayed, judged(replayed, suite)));
    }
  }
  const tallies = propagators.map(({ name }) => tallyReplay(name, summaries));
  printSummary({ tallies, summaries, left: records.left }, terminal);
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

function showOne(replayed: Replayed, policy: Policy, terminal: Terminal): void {
  for (const line of linesOf(replayed, policy.space, terminal)) terminal.print(line);
}

/** Benign runs stay whatever the attack: they show what the same policy would interrupt. */
function chosen({ runs, left }: Records, { suite, attack }: ReplayOptions): Records {
  const kept = runs.filter(
    (run) =>
      (suite === undefined || run.suite === suite) &&
      (attack === undefined || run.attack === undefined || run.attack.name === attack),
  );
  if (kept.length > 0) return { runs: kept, left };
  throw new SluiceError('file-unreadable', 'no run in these files fits', {
    hint: 'leave `--suite` or `--attack` out, or correct their names',
  });
}

function runAt(runs: readonly RecordedRun[], number: number): RecordedRun {
  const run = runs[number - 1];
  if (run !== undefined) return run;
  throw new SluiceError('file-unreadable', `there is no run \`${number}\``, {
    hint: `runs are counted from 1 to ${runs.length} after \`--suite\` and \`--attack\``,
  });
}

/** Policy and suite are read once for each suite. */
function settings({
  policy: file,
  suiteFile,
}: ReplayOptions): (suite: string) => Promise<{ policy: Policy; suite: SuiteFacts }> {
  const known = new Map<string, Promise<{ policy: Policy; suite: SuiteFacts }>>();
  const read = async (name: string): Promise<{ policy: Policy; suite: SuiteFacts }> => ({
    policy: await policyFor(name, { policy: file, policies: undefined }),
    suite: readSuite(suiteFile, name),
  });
  return (name) => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
}

function propagatorsFor(name: string | undefined): readonly Propagator[] {
  const all = [lineage(), naive(), redactAll()];
  if (name === undefined) return all;
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return [found];
  throw new SluiceError('file-unreadable', `replay knows no propagator \`${name}\``, {
    hint: `one of: ${all.map((one) => one.name).join(', ')}`,
  });
}
