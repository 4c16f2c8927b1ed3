import type { Control } from '../../measure/controls.ts';
import { figuresByReader } from '../../measure/figures-by-reader.ts';
import { isMeasurable, notMeasurable } from '../../measure/measurable.ts';
import { type Row, rowsOf } from '../../measure/rows.ts';
import type { TrialLine } from '../../trial/trial.ts';
import { type Cell, costColumns, outcomeColumns } from '../../report/columns.ts';
import {
  finiteFigures,
  type FoundBySuite,
  type Headline,
  type ResultTable,
} from '../../report/suite-result.ts';
import { worstCaseNotice } from '../../report/worlds.ts';
import { costTable } from './cost-table.ts';
import { modelsIn, notMeasured, readersTables } from './readers-tables.ts';

export interface AgentDojoResultOptions {
  readonly controls: readonly Control[];
  /** Trials that were wanted and not run. */
  readonly left: number;
}

/** A sweep in AgentDojo as a result; its cases stand in the ledger. Throws as `figuresOf`. */
export function agentdojoResult(
  trials: readonly TrialLine[],
  { controls, left }: AgentDojoResultOptions,
): FoundBySuite {
  const models = modelsIn(trials);
  const rows = rowsOf(trials).filter((row) => row.model === models[0] && isMeasurable(row));
  const notices = models
    .filter((model) => model.startsWith('reader:'))
    .map((model) => `${model}: ${worstCaseNotice}`);
  const ran = controls.filter(({ status }) => status !== 'absent');
  return {
    suite: 'agentdojo',
    model: models.join(', ') || 'none',
    versions: {},
    figures: finiteFigures(figuresByReader(trials)),
    headlines: rows.filter(isOverall).flatMap(headlinesOf),
    claims: [
      ...ran.map(({ name, status, detail }) => ({ name, holds: status === 'holds', detail })),
      { name: 'swept', holds: left === 0, detail: `${left} trials are left` },
    ],
    notices: [...notices, ...notMeasured(trials).map((each) => `${each}: ${notMeasurable}`)],
    tables: [
      ...readersTables(trials),
      ...costTable(rows),
      defencesTable(rows.filter(isOverall), models[0] ?? ''),
    ],
    charts: [],
  };
}

function isOverall({ suite }: Row): boolean {
  return suite === undefined;
}

/** Figures of the defences side by side, over all suites: a line for each figure. */
function defencesTable(rows: readonly Row[], model: string): ResultTable {
  const lines = [...outcomeColumns, ...costColumns]
    .map(({ head, cell }) => [head, ...rows.map((row) => cellText(cell(row)))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== '–'));
  return {
    title: `Defences over all suites, ${model}`,
    head: ['', ...rows.map(({ defence }) => defence)],
    rows: lines,
    paperColumns: [],
  };
}

function cellText({ text, alarm, details: [count = ''] }: Cell): string {
  return [text, /^\d+\/\d+$/.test(count) ? count : '', alarm].filter(Boolean).join(' ');
}

function headlinesOf({ defence, model, measures: { shares } }: Row): readonly Headline[] {
  const share = ({ count, of }: typeof shares.utility): string =>
    of === 0 ? '–' : `${count}/${of}`;
  const here = `${share(shares.utility)}, ${share(shares.attackSuccess)}`;
  return [{ what: `tasks done, attacks through calls: ${defence}, ${model}`, here, paper: '' }];
}
