import type { ClusteredShare } from '../../statistics/cluster-bootstrap.ts';
import type { Worth } from '../figures/worth.ts';

type Column = readonly [head: string, cell: (worth: Worth) => string];

const columns: readonly Column[] = [
  ['propagator', ({ name }) => name],
  ['recall', ({ recall }) => interval(recall)],
  ['false pos.', ({ fpr }) => interval(fpr)],
  ['shown', ({ shown }) => share(shown.recall)],
  ['exact label', ({ exactLabel }) => interval(exactLabel)],
  ['complete', ({ complete }) => share(complete?.value)],
  ['asked', ({ asked }) => share(asked?.value)],
  ['needless', ({ needless }) => share(needless)],
  ['failed', ({ failedClosed }) => share(failedClosed)],
  ['model calls', ({ modelCalls }) => amount(modelCalls)],
  ['tokens', ({ tokens }) => (tokens === undefined ? '–' : tokens.toFixed(0))],
  ['seconds', ({ seconds }) => secondsText(seconds)],
];

export const screenersHeads: readonly string[] = columns.map(([head]) => head);

/** One row of the table that stands under `screenersHeads`. */
export function screenersCells(worth: Worth): readonly string[] {
  return columns.map(([, cell]) => cell(worth));
}

function interval(found: ClusteredShare | undefined): string {
  if (found === undefined) return '–';
  return `${share(found.value)} (${share(found.low)}-${share(found.high)})`;
}

function share(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2);
}

function amount(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(1);
}

function secondsText(value: number | undefined): string {
  if (value === undefined) return '–';
  return value < 0.001 ? '0.000' : value.toPrecision(2);
}
