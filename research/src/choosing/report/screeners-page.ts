import { picture } from '../../report/chart/draw.ts';
import { markup } from '../../report/html.ts';
import { defenceName } from '../../report/tables.ts';
import { resultPage } from '../../report/suites/results-html.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
import { againstFalsePositives, againstSeconds } from './screeners-chart.ts';
import { screenersResult } from './screeners-result.ts';

/** The result as a page, with intervals, what each costs, and the figures as data. */
export function screenersHtml(report: ScreenersReport): string {
  const { worths } = report;
  const pictures = markup`<ul class="legend">
      ${worths.map(({ name }, at) => markup`<li>${defenceName(name, at + 1)}</li>`)}
    </ul>
    <div class="charts">
      ${[againstFalsePositives(worths), againstSeconds(worths)].map(picture)}
    </div>`;
  return resultPage(screenersResult(report), {
    title: 'Which propagator to take',
    pictures,
    data: screenersFigures(report),
  });
}
