import { printable } from '../show/printable.ts';
import { columnsOf, wrap } from '../show/wrap.ts';
import { table, type Terminal } from '../terminal.ts';
import type { Finding, Status } from './finding.ts';

/** Borders and spaces of a table of three columns. */
const frame = 10;
const columnsMin = 30;

/** A table of all findings, what must be fixed last, where it is seen. */
export function findingLines(findings: readonly Finding[], terminal: Terminal): readonly string[] {
  const { colours } = terminal;
  const areas = Math.max(...findings.map(({ area }) => area.length));
  const words = Math.max(...Object.values(shown).map(({ length }) => length));
  const columns = Math.max(columnsOf(terminal) - areas - words - frame, columnsMin);
  const coloured = {
    holds: colours.green,
    limit: colours.dim,
    unknown: colours.dim,
    look: colours.yellow,
    fix: colours.red,
  };
  const rows = findings.map(({ area, status, says, todo }) => [
    area,
    coloured[status](shown[status]),
    [says, ...(todo === undefined ? [] : [`-> ${todo}`])]
      .flatMap((text) => wrap(printable(text), { columns, indent: 3 }))
      .join('\n'),
  ]);
  return [table(['about', 'is', 'what'], rows, { ruled: false }), ...summary(findings)];
}

const shown: Readonly<Record<Status, string>> = {
  holds: 'ok',
  limit: 'not guaranteed',
  unknown: 'not known',
  look: 'look at it',
  fix: 'FIX',
};

function summary(findings: readonly Finding[]): readonly string[] {
  const toFix = findings.filter(({ status }) => status === 'fix');
  if (toFix.length === 0) return ['Nothing must be fixed.'];
  const lines = toFix.map(({ area, says, todo }) => {
    const what = printable(`  ${area}: ${says}`);
    return todo === undefined ? what : `${what}\n    -> ${printable(todo)}`;
  });
  return [`To fix (${toFix.length}):`, ...lines];
}
