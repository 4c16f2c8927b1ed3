import { printable } from '../../show/printable.ts';
import { grid, widest, type GridRow } from '../../show/grid.ts';
import {
  groupedBy,
  ratiosOf,
  type Counts,
  type Group,
  type GroupBy,
  type Ratios,
} from '../count/tally.ts';

interface Column {
  readonly head: string;
  readonly cell: (counts: Counts, ratios: Ratios) => string | number;
}

/** Columns of attacked runs. The heads are those of `--help`. */
const ofAttacks: readonly Column[] = [
  { head: 'attacks\nsucceeded', cell: ({ attacksSucceeded }) => attacksSucceeded },
  { head: 'through\na call', cell: ({ actingThroughCall }) => actingThroughCall },
  { head: 'of them\ncontained', cell: (_, { containedShare }) => notLess(containedShare) },
  { head: 'uncovered', cell: ({ uncovered }) => uncovered },
];

/** Only where there is one: it is no ordinary outcome, and the screen is narrow. */
const ofUnclear: Column = { head: 'unclear', cell: ({ unclear }) => unclear };

/** Columns of runs without an attack. */
const ofBenign: readonly Column[] = [
  { head: 'benign\nruns', cell: ({ benign }) => benign },
  { head: 'inter-\nruptions\na run', cell: (_, { perBenignRun }) => fixed(perBenignRun) },
  { head: 'a com-\npleted\ntask', cell: (_, { perCompletedTask }) => fixed(perCompletedTask) },
  { head: 'calls\nfor a\nhuman', cell: (_, { humanShare }) => percent(humanShare) },
  { head: 'lineage\ncoverage', cell: (_, { coverage }) => percent(coverage) },
];

const runs: Column = { head: 'runs', cell: (counts) => counts.runs };

/**
 * The groups within so many columns: one table where there is room for it, otherwise one of the
 * attacks and one of the benign runs. Names that find no room as columns stand above their rows.
 */
export function auditTables(
  groups: readonly Group[],
  { by, columns }: { readonly by: readonly GroupBy[]; readonly columns: number },
): readonly string[] {
  const isUnclear = groups.some(({ counts }) => counts.unclear > 0);
  const attacked = [runs, ...ofAttacks, ...(isUnclear ? [ofUnclear] : [])];
  const one = tableOf(groups, { by, above: 0, shown: [...attacked, ...ofBenign] });
  if (widest(one) <= columns) return [one];
  return [attacked, ofBenign].map((shown) => {
    for (let above = 0; above < by.length; above += 1) {
      const made = tableOf(groups, { by, above, shown });
      if (widest(made) <= columns) return made;
    }
    return tableOf(groups, { by, above: by.length, shown });
  });
}

interface Layout {
  readonly by: readonly GroupBy[];
  /** So many of the names stand above their rows. */
  readonly above: number;
  readonly shown: readonly Column[];
}

interface Entry {
  readonly title: string;
  readonly names: readonly string[];
  readonly group: Group;
}

function tableOf(groups: readonly Group[], layout: Layout): string {
  const { by, above, shown } = layout;
  const entries = [...groupedBy(groups, [...by, 'propagator']).map(entryOf(layout)), ...totals()];
  const rows = entries.flatMap(({ title, names, group }, at): readonly GridRow[] => {
    const ratios = ratiosOf(group.counts);
    const figures = shown.map(({ cell }) => cell(group.counts, ratios));
    const isNew = above > 0 && title !== entries[at - 1]?.title;
    return [...(isNew ? [{ above: title }] : []), [...names, group.propagator, ...figures]];
  });
  return grid([...by.slice(above), 'propagator', ...shown.map(({ head }) => head)], rows);

  function totals(): readonly Entry[] {
    const names = by.slice(above).map((_, at) => (at === 0 ? 'all' : ''));
    return groupedBy(groups, ['propagator']).map((group) => ({ title: 'all', names, group }));
  }
}

function entryOf({ by, above }: Layout): (group: Group) => Entry {
  return (group) => {
    const names = by.map((name) => nameIn(group, name));
    return { title: names.slice(0, above).join(', '), names: names.slice(above), group };
  };
}

/** A benign run has no attack, and a name is text of the record. */
function nameIn(group: Group, name: GroupBy): string {
  return name === 'attack' && group.attack === '' ? 'none' : printable(group[name]);
}

/** Rounded down: 100% means that each one is contained. */
function notLess(share: number | undefined): string {
  return share === undefined ? '–' : `${(Math.floor(1000 * share) / 10).toFixed(1)}%`;
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`;
}

function fixed(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio.toFixed(2);
}
