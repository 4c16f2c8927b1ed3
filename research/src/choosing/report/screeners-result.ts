import { type FoundBySuite, type PointsOfResult, shareText } from '../../report/suite-result.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
import type { Worth } from '../figures/worth.ts';
import { screenersCells, screenersHeads } from './screeners-table.ts';
import { columnTexts, truthText } from './words.ts';

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
