import { askedText } from '../replay/show-summary.ts';
import { printable } from '../show/printable.ts';
import { table, type Terminal } from '../terminal.ts';
import type { Findings } from './findings.ts';
import type { AuditResult } from './figures.ts';
import { groupedBy, ratiosOf, type Group, type GroupBy } from './tally.ts';

/** The tables, and all that is listed one by one. */
export function printAudit(
  result: AuditResult,
  { findings, by }: { readonly findings: Findings; readonly by: readonly GroupBy[] },
  { print }: Terminal,
): void {
  const groups = [
    ...groupedBy(result.groups, [...by, 'propagator']),
    ...groupedBy(result.groups, ['propagator']).map((group) => ({ ...group, model: 'all' })),
  ];
  print(`\n${auditTable(groups, by)}`);
  for (const { file, kind, reason, count, firstLine } of result.left.all) {
    const where = firstLine === 0 ? '' : `, first in line ${firstLine}`;
    print(printable(`${kind}: ${file}: ${count} × ${reason}${where}`));
  }
  for (const { run, propagator, reason, allowed } of findings.uncovered) {
    const calls = allowed.length === 0 ? '' : ` (${allowed.join('; ')})`;
    print(printable(`uncovered, ${propagator}: ${run}: ${reason}${calls}`));
  }
  for (const one of findings.interruptions) {
    print(printable(`benign, ${one.propagator}: ${one.run}: ${interruptionText(one)}`));
  }
  if (findings.unlisted > 0) print(`and ${findings.unlisted} more that are not listed`);
}

function interruptionText(one: Findings['interruptions'][number]): string {
  switch (one.kind) {
    case 'ask':
      return askedText(one);
    case 'deny':
      return `${one.tool} would be refused (${one.rule})`;
    case 'unclaimed':
      return `${one.tool}: ${one.paths.join(', ')}`;
  }
}

const heads: Readonly<Record<GroupBy, string>> = {
  model: 'model',
  suite: 'suite',
  attack: 'attack',
  propagator: 'propagator',
};

function auditTable(groups: readonly Group[], by: readonly GroupBy[]): string {
  const names: readonly GroupBy[] = [...new Set<GroupBy>(['model', ...by, 'propagator'])];
  return table(
    [
      ...names.map((name) => heads[name]),
      'runs',
      'attacks succeeded',
      'through a call',
      'of them contained',
      'uncovered',
      'benign runs',
      'interruptions a run',
      'a completed task',
      'calls for a human',
      'lineage coverage',
    ],
    groups.map((group) => [...names.map((name) => printable(group[name])), ...cells(group)]),
  );
}

function cells({ counts }: Group): readonly (string | number)[] {
  const ratios = ratiosOf(counts);
  return [
    counts.runs,
    counts.attacksSucceeded,
    counts.actingThroughCall,
    percent(ratios.containedShare),
    counts.uncovered,
    counts.benign,
    fixed(ratios.perBenignRun),
    fixed(ratios.perCompletedTask),
    percent(ratios.humanShare),
    percent(ratios.coverage),
  ];
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`;
}

function fixed(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio.toFixed(2);
}
