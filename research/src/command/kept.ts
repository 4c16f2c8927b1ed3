import { type ExitCode, grid, type Terminal } from 'sluice/parts';
import { readSuiteResults } from '../report/suite-result-file.ts';
import { ranked } from '../report/suites/ranked.ts';
import { ageText, dayText, durationText, machineText } from '../report/suites/result-words.ts';
import { codesOf } from './code-of.ts';
import { committedFolder } from './committed.ts';

export interface KeptOptions {
  /** True if a result of other code is an error, as before a release. */
  readonly release?: true;
  readonly json?: true;
}

/**
 * Lists the committed results, and which of them other code than the present made. 1: one cannot
 * be read; with `release`, also where one is of other code.
 */
export async function runBenchKept(
  { release, json }: KeptOptions,
  terminal: Terminal,
  folder: string = committedFolder,
): Promise<ExitCode> {
  const { results, leftOut } = readSuiteResults(folder);
  const all = ranked(results, await codesOf(results.map(({ suite }) => suite)));
  const rows = all.map(({ result, isCurrent }) => [
    result.suite,
    result.slice,
    dayText(result.atMs),
    durationText(result.seconds),
    machineText(result),
    isCurrent ? 'current' : 'other code',
  ]);
  terminal.print(grid(['suite', 'slice', 'day', 'took', 'machine', 'code'], rows));
  const took = results.reduce((sum, { seconds }) => sum + seconds, 0);
  terminal.print(`${results.length} results, measured in ${durationText(took)} together`);
  const old = all.flatMap((each) => ageText(each) ?? []);
  for (const line of [...old, ...leftOut]) terminal.print(line);
  if (json === true) {
    const stale = all.filter(({ isCurrent }) => !isCurrent).map(({ result }) => result.command);
    terminal.print(JSON.stringify({ kept: all.length, stale, unreadable: leftOut.length }));
  }
  return leftOut.length > 0 || (release === true && old.length > 0) ? 1 : 0;
}
