import { headlineUtility } from '../find/grids.ts';
import type { LabelRow, RowKey } from './row.ts';
import type { LabelResults, SearchedRow } from './run-options.ts';
import type { DatasetName } from './tasks.ts';

/** Figures by their published names; `null` where there was nothing to take one over. */
export type LabelFigures = Readonly<Record<string, number | null>>;

/** The figures of a run: `labels.kv.exactMatch`, `labels.news.knn.improvement` and so on. */
export function figuresOf(
  dataset: DatasetName,
  { rows, searched, alignment, costs }: Omit<LabelResults, 'grids'>,
): LabelFigures {
  const named = rows.flatMap((row) => {
    const prefix = prefixOf(dataset, row);
    return metricsIn(row).map(([name, value]) => [`${prefix}.${name}`, value ?? null] as const);
  });
  const aligned = Object.entries(alignment ?? {}).map(([name, value]) => {
    return [`labels.${dataset}.${name}`, value ?? null] as const;
  });
  const found = searched.flatMap((row) => searchFigures(dataset, row));
  return Object.fromEntries([
    ...named,
    ...found,
    ...aligned,
    ...costs,
    ...unplaced(dataset, named),
  ]);
}

/** The key-value set is the one whose figures of replies have names without a data set. */
function unplaced(
  dataset: DatasetName,
  named: readonly (readonly [string, number | null])[],
): readonly (readonly [string, number | null])[] {
  if (dataset !== 'kv') return [];
  const found = named.find(([name]) => name === 'labels.kv.introspection.parroted');
  return found === undefined ? [] : [['labels.introspection.parroted', found[1]]];
}

const pruningNames = { none: 'unpruned', shapley: 'shapley' } as const;

/** Documents found by meaning are what the papers call retrieved. */
const retrievalNames = { perfect: [], lexical: ['lexical'], meaning: ['retrieved'] } as const;

/** How much of what is needed was found: `labels.news.retrieved.recallAt4` and so on. */
function searchFigures(
  dataset: DatasetName,
  { search, k, recall, whole }: SearchedRow,
): readonly (readonly [string, number | null])[] {
  const prefix = ['labels', dataset, ...retrievalNames[search]].join('.');
  return [
    [`${prefix}.recallAt${k}`, recall ?? null],
    [`${prefix}.wholeAt${k}`, whole ?? null],
  ];
}

/** The prefix of a row's figures: what differs from the usual, in the order of the row's key. */
function prefixOf(dataset: DatasetName, row: RowKey): string {
  const { lattice, propagator, completion, retrieval, utility = headlineUtility, pruning } = row;
  const isChosen = propagator === 'minimal-labels' && row.settings === undefined;
  const place = dataset === 'kv' && lattice !== 'powerset' ? lattice : dataset;
  return [
    'labels',
    place,
    ...(propagator === 'minimal-labels' ? [] : [propagator]),
    ...(completion === 'target' ? [] : [completion]),
    ...retrievalNames[retrieval],
    ...(pruning === undefined ? [] : [pruningNames[pruning]]),
    ...(isChosen && pruning === undefined && utility === headlineUtility ? ['chosen'] : []),
    ...(utility === headlineUtility ? [] : [utility]),
    ...(row.stratum === undefined ? [] : [row.stratum]),
  ].join('.');
}

function metricsIn({
  metrics,
  contextsP50,
  replies,
}: LabelRow): readonly (readonly [string, number | undefined])[] {
  return [
    ['questions', metrics.questions],
    ['exactMatch', metrics.exactMatch],
    ['precision', metrics.precision],
    ['recall', metrics.recall],
    ['improvement', metrics.improvement],
    ['missed', metrics.missed],
    ['contexts.p50', contextsP50],
    ...(replies === undefined ? [] : Object.entries(replies)),
  ];
}
