import { picture } from '../../report/chart/draw.ts';
import { markup } from '../../report/html.ts';
import { resultPage } from '../../report/suites/results-html.ts';
import { growthChart } from './growth-chart.ts';
import { heatMapsOf } from './heat-maps.ts';
import { dataOf, type LabelReport } from './label-report.ts';
import { labelsResult } from './labels-result.ts';
import { chosenText, rowCells, rowHeads } from './rows-table.ts';

/** The result as a page, with grids, what was chosen, what a search costs, and the data. */
export function labelReportHtml(report: LabelReport): string {
  const { dataset, results, growth } = report;
  const found = labelsResult(report, { quick: false });
  const chosen = {
    title: 'Thresholds, chosen on each half',
    head: [...rowHeads.slice(0, 5), 'chosen'],
    rows: results.rows.map((row) => [...rowCells(row).slice(0, 5), chosenText(row)]),
    paperColumns: [],
  };
  const pictures = markup`<p>Grids are of all questions, both halves: what a threshold does, not what
      was reported. Contexts are of a model that is never wrong: computed, not scored.</p>
    <div class="charts">
      ${results.grids.flatMap(heatMapsOf).map(picture)}
      ${growth.length === 0 ? undefined : picture(growthChart(growth))}
    </div>`;
  return resultPage(
    { ...found, tables: [...found.tables, chosen] },
    { title: `Minimal labels: ${dataset}`, pictures, data: dataOf(report) },
  );
}
