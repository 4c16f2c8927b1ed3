import {
  type BarsOfResult,
  finiteFigures,
  type FoundBySuite,
  type ResultClaim,
} from '../../report/suite-result.ts';
import type { Growth } from '../count/growth.ts';
import { settingText } from '../find/grids.ts';
import type { JudgedBound } from '../run/bounds.ts';
import type { LabelFigures } from '../run/figures.ts';
import type { LabelRow } from '../run/row.ts';
import type { LabelResults, SearchedRow } from '../run/run-options.ts';
import type { DatasetName } from '../run/tasks.ts';
import { paperRows } from './paper.ts';

export interface LabelReport {
  readonly dataset: DatasetName;
  readonly seed: number;
  readonly model: string;
  readonly questions: number;
  readonly figures: LabelFigures;
  readonly bounds: readonly JudgedBound[];
  readonly growth: readonly Growth[];
  readonly results: LabelResults;
}

export interface LabelsResultOptions {
  /** The bounds are those of the whole data set: on a slice they are shown, and nothing claimed. */
  readonly quick: boolean;
}

/** The measured rows as cells: what was run, and what came out. */
export const rowHeads: readonly string[] = (
  'lattice propagator completion retrieval pruning utility questions ' +
  'exact precision recall improved missed contexts'
).split(' ');

/** The column heads of the table of searches. */
const searchHeads: readonly string[] = ['search', 'k', 'questions', 'recall', 'whole'];

/** A data set of minimal labels as a result. */
export function labelsResult(report: LabelReport, { quick }: LabelsResultOptions): FoundBySuite {
  const { dataset, model, questions, figures, bounds, results } = report;
  const beside = paperRows.filter(({ figure }) => figure in figures);
  return {
    suite: `labels-${dataset}`,
    model,
    versions: { weights: model, seed: String(report.seed) },
    figures: finiteFigures(figures),
    headlines: bounds.map(({ figure, value }) => ({
      what: figure,
      here: numberText(value),
      paper: besideText(figure),
    })),
    claims: quick ? [] : bounds.map(claimOf),
    notices: [
      `${questions} questions; what ships was chosen by \`sluice bench searches\``,
      ...(quick ? ['a slice: bounds are for the whole data set, and are not judged here'] : []),
    ],
    tables: [
      {
        title: 'Propagators',
        head: rowHeads,
        rows: results.rows.map(rowCells),
        paperColumns: [],
      },
      chosenTable(report),
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

/** How each setting was chosen: on which half, and on how many questions. */
function chosenTable({ seed, results }: LabelReport): FoundBySuite['tables'][number] {
  const rows = results.rows.flatMap((row) =>
    row.folds.map(({ chosenOn, setting, metrics }) => {
      const half = chosenOn === 0 ? 'A' : 'B';
      const of = row.metrics.questions - metrics.questions;
      const { lattice, propagator, completion, retrieval } = row;
      const what = [lattice, propagator, completion, retrieval].join(' ');
      const text = setting === undefined ? '-' : settingText(setting);
      return [what, text, `half ${half}, seed ${seed}`, String(of)];
    }),
  );
  const head = ['row', 'setting', 'chosen on', 'questions'];
  return { title: 'Settings chosen on one half for the other', head, rows, paperColumns: [] };
}

/** The needed documents that searches found, where there was a search. */
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

/**
 * The figures that should be high: exact matches, and improvements where something can be improved.
 */
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

export function rowCells(row: LabelRow): readonly string[] {
  const { lattice, propagator, completion, retrieval, metrics, contextsP50 } = row;
  const { utility = '-', pruning = '-' } = row;
  const { questions, exactMatch, precision, recall, improvement, missed } = metrics;
  const shares = [exactMatch, precision, recall, improvement, missed].map(shareText);
  const contexts = contextsP50 === undefined ? '-' : String(contextsP50);
  const by = row.settings === undefined ? utility : `${utility}, as shipped`;
  const of = row.stratum === undefined ? completion : `${completion}, ${row.stratum}`;
  const kind = [lattice, propagator, of, retrieval, pruning, by];
  return [...kind, String(questions), ...shares, contexts];
}

function searchCells({ search, k, questions, recall, whole }: SearchedRow): readonly string[] {
  return [search, String(k), String(questions), shareText(recall), shareText(whole)];
}

/** The settings that were chosen, by half. */
export function chosenText({ folds }: LabelRow): string {
  return folds
    .flatMap(({ chosenOn, setting }) => {
      return setting === undefined
        ? []
        : [`${chosenOn === 0 ? 'A' : 'B'}: ${settingText(setting)}`];
    })
    .join('; ');
}

function shareText(share: number | undefined): string {
  return share === undefined ? '-' : share.toFixed(2);
}

/** The data of the page: figures, rows and growth, without the questions' texts. */
export function dataOf({
  figures,
  bounds,
  growth,
  results,
  model,
  questions,
}: LabelReport): object {
  const { rows, searched } = results;
  return { model, questions, figures, bounds, growth, rows, searched };
}

export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return Number.isInteger(value) && Math.abs(value) > 1 ? String(value) : value.toFixed(3);
}

export function boundText(bound: JudgedBound | undefined): string {
  if (bound === undefined) return '';
  const limit = bound.atLeast === undefined ? `<= ${bound.atMost ?? ''}` : `>= ${bound.atLeast}`;
  return `${limit} ${bound.holds ? 'holds' : 'missed'}`;
}
