import { picture } from '../../report/chart/draw.ts';
import { jsonElement, markup, type Html } from '../../report/html.ts';
import { staticPage } from '../../report/static-page.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
import { againstFalsePositives, againstSeconds } from './screeners-chart.ts';
import { screenersCells, screenersHeads } from './screeners-table.ts';
import { columnTexts, truthText } from './words.ts';

/** One page that asks nobody for anything: two charts, the table, and the figures as data. */
export function screenersHtml(report: ScreenersReport): string {
  const { worths } = report;
  const title = 'Which propagator to take';
  const body = markup`<main>
    <h1>${title}</h1>
    <p>${truthText(report)}</p>
    <ul class="legend">${worths.map(({ name }, at) => legendItem(name, at + 1))}</ul>
    <div class="charts">
      ${[againstFalsePositives(worths), againstSeconds(worths)].map(picture)}
    </div>
    <div class="scroll">${tableOf(report)}</div>
    ${columnTexts.map((text) => markup`<p>${text}</p>`)}
    ${jsonElement('data', screenersFigures(report))}
  </main>`;
  return staticPage(title, body);
}

function legendItem(name: string, number: number): Html {
  return markup`<li><strong class="n n${((number - 1) % 8) + 1}">${number}</strong> ${name}</li>`;
}

function tableOf({ worths }: ScreenersReport): Html {
  const rows = worths.map((worth) => {
    const [name, ...cells] = screenersCells(worth);
    return markup`<tr>
      <th scope="row">${name}</th>
      ${cells.map((cell) => markup`<td class="number">${cell}</td>`)}
    </tr>`;
  });
  return markup`<table class="figures">
    <thead><tr>${screenersHeads.map((head) => markup`<th>${head}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
}
