import {
  type BarsOfResult,
  finiteFigures,
  type FoundBySuite,
  type ResultClaim,
} from '../../report/suite-result.ts';
import { boundText, type LabelReport, numberText } from './label-report.ts';
import { paperRows } from './paper.ts';
import { rowCells, rowHeads, searchCells, searchHeads } from './rows-table.ts';

export interface LabelsResultOptions {
  /** The bounds are those of the whole data set: on a slice they are shown, and nothing claimed. */
  readonly quick: boolean;
}

/** A data set of minimal labels as a result. */
export function labelsResult(report: LabelReport, { quick }: LabelsResultOptions): FoundBySuite {
  const { dataset, model, questions, figures, bounds, results } = report;
  const beside = paperRows.filter(({ figure }) => figure in figures);
  return {
    suite: `labels-${dataset}`,
    model,
    versions: { weights: model },
    figures: finiteFigures(figures),
    headlines: bounds.map(({ figure, value }) => ({
      what: figure,
      here: numberText(value),
      paper: besideText(figure),
    })),
    claims: quick ? [] : bounds.map(claimOf),
    notices: [
      `${questions} questions; thresholds chosen on the other half`,
      ...(quick ? ['a slice: bounds are for the whole data set, and are not judged here'] : []),
    ],
    tables: [
      {
        title: 'Propagators',
        head: rowHeads,
        rows: results.rows.map(rowCells),
        paperColumns: [],
      },
      ...retrievalTables(report),
      {
        title: 'Beside the paper’s models',
        head: ['figure', 'here', 'paper, 7B', 'paper, 70B'],
        rows: beside.map(({ figure, small, large }) => {
          return [figure, numberText(figures[figure]), numberText(small), numberText(large)];
        }),
        paperColumns: [2, 3],
      },
    ],
    charts: chartsOf(report),
  };
}

/** What searches found of the documents that are needed, where there was a search. */
function retrievalTables({ results: { searched } }: LabelReport): FoundBySuite['tables'] {
  if (searched.length === 0) return [];
  const rows = searched.map(searchCells);
  return [{ title: 'Retrieval', head: searchHeads, rows, paperColumns: [] }];
}

function claimOf(bound: LabelReport['bounds'][number]): ResultClaim {
  const { figure: name, value, holds } = bound;
  return { name, holds, detail: `${numberText(value)}, ${boundText(bound)}` };
}

function besideText(figure: string): string {
  const paper = paperRows.find((each) => each.figure === figure);
  return paper === undefined ? '' : `${numberText(paper.small)} (7B)`;
}

/** What is to be high: exact matches, and improvements where something can be improved. */
function chartsOf({ figures }: LabelReport): readonly BarsOfResult[] {
  const beside = paperRows.filter(
    ({ figure }) => figure in figures && /\.(?:exactMatch|improvement)$/.test(figure),
  );
  if (beside.length === 0) return [];
  return [
    {
      kind: 'bars',
      title: 'Exact matches and improvements',
      of: 'shares',
      series: ['here', 'paper, 7B', 'paper, 70B'],
      rows: beside.map(({ figure, small, large }) => ({
        name: figure.replace(/^labels\./, ''),
        values: [figures[figure] ?? null, small, large],
      })),
    },
  ];
}
