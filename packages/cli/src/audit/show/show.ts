import { bases } from '../../replay/injected.ts';
import { interruptionText } from '../../replay/show-summary.ts';
import { printable } from '../../show/printable.ts';
import { fitted } from '../../show/text-lines.ts';
import { columnsOf } from '../../show/wrap.ts';
import type { Terminal } from '../../terminal.ts';
import type { Findings } from '../count/findings.ts';
import type { AuditResult } from '../count/figures.ts';
import { auditTables } from './show-table.ts';
import type { GroupBy } from '../count/tally.ts';
import { unknownText } from '../count/unknown-calls.ts';

/** So many findings of a kind are printed where nobody says how many. */
const listedDefault = 20;

interface Shown {
  readonly findings: Findings;
  readonly by: readonly GroupBy[];
  readonly listed: number | undefined;
}

/** The tables, what was left out, and what is listed one by one. */
export function printAudit(
  result: AuditResult,
  { findings, by, listed = listedDefault }: Shown,
  terminal: Terminal,
): void {
  const print = (line: string): void => {
    for (const part of fitted(printable(line), terminal)) terminal.print(part);
  };
  if (result.groups.length === 0)
    print('no run was audited: name files or folders of `.json` or `.jsonl`, gzipped or not');
  else {
    for (const table of auditTables(result.groups, { by, columns: columnsOf(terminal) })) {
      terminal.print(`\n${table}`);
    }
  }
  for (const lines of [
    leftLines(result),
    result.unknown.map(unknownText),
    ...findingLines(findings),
  ]) {
    for (const line of lines.slice(0, listed)) print(line);
    const more = lines.length - listed;
    if (more > 0) print(`and ${more} more of these: see them with \`--list ${lines.length}\``);
  }
  if (findings.unlisted > 0) print(`and ${findings.unlisted} more that are not listed`);
}

function leftLines({ left }: AuditResult): readonly string[] {
  return left.all.map(({ file, kind, reason, count, firstLine }) => {
    const more = count > 1 ? ` (and ${count - 1} more like it)` : '';
    const place = firstLine === 0 ? file : `line ${firstLine} of ${file}`;
    return kind === 'skipped'
      ? `skipped: ${place}: ${reason}${more}`
      : `unreadable: ${place} ${reason}${more}`;
  });
}

function findingLines({
  uncovered,
  unclear,
  interruptions,
}: Findings): readonly (readonly string[])[] {
  return [
    merged(uncovered, ({ reason, allowed, basis }) => {
      const calls = allowed.length === 0 ? '' : ` (${allowed.join('; ')})`;
      return ['uncovered', `${reason}${calls} (judged ${bases[basis]})`];
    }),
    merged(unclear, ({ reason, basis }) => ['unclear', `${reason} (judged ${bases[basis]})`]),
    merged(interruptions, (one) => ['benign', interruptionText(one)]),
  ];
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly run: string;
  readonly propagator: string;
}

/** A place as editors and terminals open it. */
function placeText(file: string, line: number): string {
  return line === 0 ? file : `${file}:${line}`;
}

/** One line for what several propagators find in the same run; two findings of one stay two. */
function merged<One extends Finding>(
  all: readonly One[],
  wordsOf: (one: One) => readonly [kind: string, text: string],
): readonly string[] {
  const times = new Map<string, number>();
  const found = new Map<string, { kind: string; text: string; propagators: string[] }>();
  for (const one of all) {
    const { file, line, run, propagator } = one;
    const [kind, words] = wordsOf(one);
    const text = `${placeText(file, line)}: ${run}: ${words}`;
    const mine = JSON.stringify([file, line, text, propagator]);
    const nth = (times.get(mine) ?? 0) + 1;
    times.set(mine, nth);
    const key = JSON.stringify([file, line, text, nth]);
    const { propagators = [] } = found.get(key) ?? {};
    found.set(key, { kind, text, propagators: [...propagators, propagator] });
  }
  return [...found.values()].map(({ kind, text, propagators }) => {
    return `${kind}, ${propagators.join(' and ')}: ${text}`;
  });
}
