import { groupedBarsChart } from '../chart/grouped-bars.ts';
import { picture } from '../chart/draw.ts';
import { pointsChart } from '../chart/points.ts';
import { markup, type Html } from '../html.ts';
import { plain } from '../plain.ts';
import type { ResultChart } from '../suite-result.ts';

/** The pictures of a result, each below what its colours or numbers mean. */
export function resultCharts(charts: readonly ResultChart[]): Html | undefined {
  const shown = charts.filter((chart) => sizeOf(chart) > 0);
  if (shown.length === 0) return undefined;
  return markup`<div class="charts">${shown.map(chartHtml)}</div>`;
}

function sizeOf(chart: ResultChart): number {
  return chart.kind === 'bars' ? chart.rows.length : chart.points.length;
}

function chartHtml(chart: ResultChart): Html {
  switch (chart.kind) {
    case 'bars':
      return markup`<figure>
        ${legend(chart.series, { mark: () => '■' })} ${picture(groupedBarsChart(chart))}
      </figure> `;
    case 'points': {
      const names = chart.points.map(({ name }) => name);
      const hasPaper = chart.points.some(({ paper }) => paper !== null);
      const note = hasPaper ? 'Filled: here. Hollow: the paper.' : 'Top right is best.';
      return markup`<figure>
        <p class="status">${note}</p>
        ${legend(names, { mark: (number) => `${number}` })} ${picture(pointsChart(chart))}
      </figure> `;
    }
  }
}

function legend(
  names: readonly string[],
  { mark }: { readonly mark: (number: number) => string },
): Html {
  const items = names.map((name, at) => {
    return markup`<li><b class="n n${(at % 8) + 1}">${mark(at + 1)}</b> ${plain(name)}</li>`;
  });
  return markup`<ul class="legend">
    ${items}
  </ul>`;
}
