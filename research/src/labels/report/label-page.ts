import { type Chart, picture } from '../../report/chart/draw.ts';
import { axisLook, type Scheme, seriesColour, titleLook } from '../../report/chart/scheme.ts';
import { markup } from '../../report/html.ts';
import { resultPage } from '../../report/suites/results-html.ts';
import type { Growth } from '../count/growth.ts';
import { heatMapsOf } from './heat-maps.ts';
import {
  chosenText,
  dataOf,
  type LabelReport,
  labelsResult,
  rowCells,
  rowHeads,
} from './labels-result.ts';

/** The result as a page, with grids, what was chosen, what a search costs, and the data. */
export function labelReportHtml(report: LabelReport): string {
  const { dataset, results, growth } = report;
  const found = labelsResult(report, { quick: false });
  const chosen = {
    title: 'Thresholds, chosen on each half',
    head: [...rowHeads.slice(0, 6), 'chosen'],
    rows: results.rows.map((row) => [...rowCells(row).slice(0, 6), chosenText(row)]),
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

/** Contexts scored over documents in the context, with a logarithmic axis. */
function growthChart(growth: readonly Growth[]): Chart {
  const title = 'Contexts scored a question, median';
  const words = growth.map(({ documents, algorithmOne, ours }) => {
    return `${documents} documents: algorithm 1 ${algorithmOne}, ours ${ours}`;
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 62, right: 90, top: 34, bottom: 44 },
    xAxis: {
      ...axisLook(scheme),
      type: 'value',
      min: growth[0]?.documents ?? 0,
      max: growth.at(-1)?.documents ?? 1,
      name: 'documents',
      nameGap: 26,
    },
    yAxis: { ...axisLook(scheme), type: 'log', name: 'contexts', nameGap: 44 },
    series: [
      lineOf({ scheme, number: 1, name: 'algorithm 1' }, growth, (each) => each.algorithmOne),
      lineOf({ scheme, number: 2, name: 'ours' }, growth, (each) => each.ours),
    ],
  });
  return { alt: `${title}. ${words.join('. ')}.`, width: 430, height: 290, option };
}

function lineOf(
  {
    scheme,
    number,
    name,
  }: { readonly scheme: Scheme; readonly number: number; readonly name: string },
  growth: readonly Growth[],
  countOf: (growth: Growth) => number,
): object {
  const color = seriesColour(scheme, number);
  return {
    type: 'line',
    silent: true,
    clip: false,
    itemStyle: { color },
    lineStyle: { color, width: 1.8 },
    endLabel: { show: true, formatter: name, color, fontWeight: 700, distance: 4 },
    data: growth.map((each) => [each.documents, countOf(each)]),
  };
}
