import { headlineUtility } from '../find/grids.ts';
import type { AlignmentFigures } from './alignment.ts';
import type { LabelRow, RowKey } from './row.ts';
import type { DatasetName } from './task.ts';

/** Figures by their published names; `null` where there was nothing to take one over. */
export type LabelFigures = Readonly<Record<string, number | null>>;

/** The figures of a run: `labels.kv.exactMatch`, `labels.news.knn.improvement` and so on. */
export function figuresOf(
  dataset: DatasetName,
  rows: readonly LabelRow[],
  alignment: AlignmentFigures | undefined,
): LabelFigures {
  const named = rows.flatMap((row) => {
    const prefix = prefixOf(dataset, row);
    return metricsIn(row).map(([name, value]) => [`${prefix}.${name}`, value ?? null] as const);
  });
  const aligned = Object.entries(alignment ?? {}).map(([name, value]) => {
    return [`labels.${dataset}.${name}`, value ?? null] as const;
  });
  return Object.fromEntries([...named, ...aligned]);
}

/** What the row is of, with what is not as usual in the order of the row's key. */
function prefixOf(
  dataset: DatasetName,
  { lattice, propagator, completion, retrieval, utility = headlineUtility }: RowKey,
): string {
  const place = dataset === 'kv' && lattice !== 'powerset' ? lattice : dataset;
  return [
    'labels',
    place,
    ...(propagator === 'minimal-labels' ? [] : [propagator]),
    ...(completion === 'target' ? [] : [completion]),
    ...(retrieval === 'perfect' ? [] : [retrieval]),
    ...(utility === headlineUtility ? [] : [utility]),
  ].join('.');
}

function metricsIn({
  metrics,
  contextsP50,
}: LabelRow): readonly (readonly [string, number | undefined])[] {
  return [
    ['exactMatch', metrics.exactMatch],
    ['precision', metrics.precision],
    ['recall', metrics.recall],
    ['improvement', metrics.improvement],
    ['missed', metrics.missed],
    ['contexts.p50', contextsP50],
  ];
}
