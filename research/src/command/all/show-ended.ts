import { grid, type Terminal } from 'sluice/parts';
import type { SuiteResult } from '../../report/suite-result.ts';
import { overviewHeads, overviewRows, resultTitle } from '../../report/suites/result-words.ts';
import { commandOf } from './entries.ts';
import type { Ended } from './run-entries.ts';

/** Shows the results of a suite as soon as it is over: its tables and their notices. */
export function showEnded(ended: Ended, terminal: Terminal): void {
  const { bold, red, yellow } = terminal.colours;
  const command = commandOf(ended.entry);
  switch (ended.kind) {
    case 'measured':
    case 'kept': {
      const { result } = ended.ranked;
      const before = ended.kind === 'kept' ? ', measured before by the same code' : '';
      terminal.print(bold(`\n${resultTitle(result)}${before}`));
      terminal.print(command);
      showFound(result, terminal);
      return;
    }
    case 'failed':
      terminal.print(red(`\n${ended.entry.name} failed: ${ended.because}`));
      terminal.print(`type \`${command}\` to see more`);
      return;
    case 'left-out':
    case 'stopped':
      terminal.print(yellow(`\n${ended.entry.name} left out: ${ended.because}`));
  }
}

function showFound({ tables, notices, claims }: SuiteResult, terminal: Terminal): void {
  const { red } = terminal.colours;
  for (const { title, head, rows } of tables) {
    terminal.print(title);
    terminal.print(grid(head, rows));
  }
  for (const notice of notices) terminal.print(notice);
  for (const { name, holds, detail } of claims) {
    if (!holds) terminal.print(`${red('fails')}  ${name}: ${detail}`);
  }
}

/** One table of all suites, and what is not in it. */
export function showAll(all: readonly Ended[], terminal: Terminal): void {
  const ranked = all.flatMap((ended) => ('ranked' in ended ? [ended.ranked] : []));
  if (ranked.length > 0) terminal.print(`\n${grid(overviewHeads, overviewRows(ranked))}`);
  for (const ended of all) {
    if ('because' in ended) showMissing(ended, terminal);
  }
}

function showMissing(
  { kind, entry, because }: Extract<Ended, { readonly because: string }>,
  terminal: Terminal,
): void {
  const word = kind === 'failed' ? terminal.colours.red('failed') : 'left out';
  terminal.print(`${word}: ${entry.name}: ${because}; then \`${commandOf(entry)}\``);
}
