import { picture } from '../../report/chart/draw.ts';
import { jsonElement, markup, type Html } from '../../report/html.ts';
import { staticPage } from '../../report/static-page.ts';
import type { Growth } from '../count/growth.ts';
import type { JudgedBound } from '../run/bounds.ts';
import type { LabelFigures } from '../run/figures.ts';
import type { LabelResults } from '../run/run-labels.ts';
import type { DatasetName } from '../run/task.ts';
import { growthChart } from './growth-chart.ts';
import { heatMapsOf } from './heat-maps.ts';
import { paperRows } from './paper.ts';
import { rowsTable, searchedTable } from './rows-table.ts';

export interface LabelReport {
  readonly dataset: DatasetName;
  readonly model: string;
  readonly questions: number;
  readonly figures: LabelFigures;
  readonly bounds: readonly JudgedBound[];
  readonly growth: readonly Growth[];
  readonly results: LabelResults;
}

/** One page that asks nobody for anything: figures beside the paper's, grids, and the data. */
export function labelReportHtml(report: LabelReport): string {
  const { dataset, model, questions, results, growth } = report;
  const title = `Minimal labels: ${dataset}`;
  const body = markup`<main>
    <h1>${title}</h1>
    <p>${questions} questions; ${model}. Thresholds are chosen on each half of the questions and
      reported on the other half.</p>
    ${figuresTable(report)} ${rowsTable(results.rows)} ${searchedTable(results.searched)}
    <h2>Grids</h2>
    <p>On all questions, both halves: what a threshold does, not what was reported.</p>
    <div class="charts">${results.grids.flatMap(heatMapsOf).map(picture)}</div>
    ${growth.length === 0 ? undefined : growthHtml(growth)}
    ${jsonElement('data', dataOf(report))}
  </main>`;
  return staticPage(title, body);
}

/** What the page holds as data: figures, rows and growth, without the questions' texts. */
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

function figuresTable({ figures, bounds }: LabelReport): Html {
  const lines = Object.entries(figures).map(([name, value]) => {
    const paper = paperRows.find(({ figure }) => figure === name);
    const bound = bounds.find(({ figure }) => figure === name);
    return markup`<tr>
      <th scope="row"><code>${name}</code></th>
      <td class="number">${numberText(value)}</td>
      <td class="number">${boundText(bound)}</td>
      <td class="number">${numberText(paper?.small)}</td>
      <td class="number">${numberText(paper?.large)}</td>
    </tr>`;
  });
  const heads = ['figure', 'here', 'bound', 'paper, 7B', 'paper, 70B'];
  return markup`<h2>Figures</h2>
    <table class="figures">
      <thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead>
      <tbody>${lines}</tbody>
    </table>`;
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

function growthHtml(growth: readonly Growth[]): Html {
  return markup`<h2>Cost</h2>
    <p>Of a model that is never wrong: computed, not scored.</p>
    <div class="charts">${picture(growthChart(growth))}</div>`;
}
