import { type FoundBySuite, type PointsOfResult, shareText } from '../../report/suite-result.ts';
import type { ClusteredShare } from '../../statistics/bootstrap.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
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

/** The meanings of the columns. */
const columnTexts: readonly string[] = [
  'recall, false pos.: by region, of those that not every view shows; a label names what flows to it',
  'shown: recall of what the view at the answer’s label shows',
  'exact label: a least label at which the call can be made; complete: the view shows all it needs',
  'asked: the policy would ask at that label; needless: it would not at a least one',
  'failed: everything counts, for the propagator could not say; such calls are in every column',
  'model calls, tokens, seconds: means a call, each asked alone; seconds of the processor',
  'intervals of 95%: 2,000 resamples of whole tasks',
];

/** A comparison of propagators as a result; it holds itself to no bound. */
export function screenersResult(report: ScreenersReport): FoundBySuite {
  const { worths } = report;
  return {
    suite: 'screeners',
    model: 'smollm2-135m-instruct',
    versions: {},
    figures: screenersFigures(report),
    headlines: worths.filter(({ name }) => name === 'lineage').flatMap(headlinesOf),
    claims: [],
    notices: [truthText(report), ...columnTexts],
    tables: [
      {
        title: 'Propagators on the same calls',
        head: screenersHeads,
        rows: worths.map(screenersCells),
        paperColumns: [],
      },
    ],
    charts: [pointsOf(worths)],
  };
}

function headlinesOf({ name, recall, exactLabel }: Worth): FoundBySuite['headlines'] {
  return [
    { what: `sources that ${name} names`, here: shareText(recall?.value), paper: '' },
    { what: `exact labels of ${name}`, here: shareText(exactLabel?.value), paper: '' },
  ];
}

function pointsOf(worths: readonly Worth[]): PointsOfResult {
  return {
    kind: 'points',
    title: 'Recall against false positives',
    across: 'other regions that are named',
    up: 'sources that are named',
    points: worths.flatMap(({ name, recall, fpr }) =>
      recall === undefined || fpr === undefined
        ? []
        : [{ name, here: { across: fpr.value, up: recall.value }, paper: null }],
    ),
  };
}

/** The origin of the calls and of their ground truth. */
function truthText({ truth, calls, tasks, guardedRegions }: ScreenersReport): string {
  const counted = `${calls} calls of ${tasks} tasks, ${guardedRegions} regions`;
  switch (truth) {
    case 'hand':
      return `${counted}; labelled by an AI model for what each call depends on, also in meaning`;
    case 'own':
      return `${counted}; drawn tasks of the privacy suite, whose calls are made from known texts`;
  }
}

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
