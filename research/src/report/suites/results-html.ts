import { picture } from '../chart/draw.ts';
import { groupedBarsChart } from '../chart/grouped-bars.ts';
import { pointsChart } from '../chart/points.ts';
import { type Html, jsonElement, markup, withCode } from '../html.ts';
import { pageOf } from '../page-frame.ts';
import { plain } from '../plain.ts';
import type {
  FoundBySuite,
  ResultChart,
  ResultClaim,
  ResultTable,
  SuiteResult,
} from '../suite-result.ts';
import type { RankedResult } from './ranked.ts';
import { aboutSuite } from './about.ts';
import { aboutHtml, optionsHtml, overviewHtml } from './overview-html.ts';
import {
  ageText,
  anchorOf,
  boundsText,
  dayText,
  durationText,
  machineText,
  titleOf,
} from './result-words.ts';

/** The stored results of suites: headlines first, then each run folded. */
export function resultsHtml(
  results: readonly RankedResult[],
  { leftOut, note, contents }: ResultsOptions,
): Html | undefined {
  if (results.length + leftOut.length === 0) return undefined;
  const missing = leftOut.map((text) => markup`<p class="alarm">Left out: ${text}</p>`);
  const said = note === undefined ? undefined : markup`<p class="notice">${withCode(note)}</p>`;
  return markup`<section>
      <h2>Headline</h2>
      ${said} ${missing} ${overviewHtml(results)}
    </section>
    ${contents} ${results.map(resultHtml)}`;
}

interface ResultsOptions {
  /** Files that are no result, each with what to type. */
  readonly leftOut: readonly string[];
  /** Where the results are from, unless the reader measured them. */
  readonly note: string | undefined;
  /** Stands between the headlines and the runs. */
  readonly contents: Html;
}

export interface ResultPageOptions {
  readonly title: string;
  /** Pictures made for this page; the result's own charts stand on the page of all. */
  readonly pictures: Html;
  /** The data of the page, beside the visible part. */
  readonly data: object;
}

/** One result as a page of its own, without scripts. */
export function resultPage(
  { notices, tables, claims }: FoundBySuite,
  { title, pictures, data }: ResultPageOptions,
): string {
  return pageOf(
    title,
    markup`<main>
      <h1>${title}</h1>
      ${notices.map((notice) => markup`<p>${notice}</p> `)} ${pictures} ${tables.map(tableHtml)}
      ${claimsHtml(claims)} ${jsonElement('data', data)}
    </main>`,
  );
}

function resultHtml(ranked: RankedResult): Html {
  const { result } = ranked;
  const { notices, tables, charts, claims } = result;
  const age = ageText(ranked);
  const old = age === undefined ? undefined : markup` <span class="alarm">other code</span>`;
  const about = aboutSuite(result.suite);
  const words = `${boundsText(result)}, ${dayText(result.atMs)}, ${durationText(result.seconds)}`;
  return markup`<details class="part">
    <summary>
      <h2>${titleOf(result)}</h2>
      ${optionsHtml(result)} <span class="status">${words}</span>${old}
    </summary>
    <div id="${anchorOf(result)}"></div>
    ${age === undefined ? undefined : markup`<p class="alarm">${age}</p>`}
    ${about === undefined ? undefined : markup`<p>${aboutHtml(about)}</p>`}
    ${notices.map((notice) => markup`<p class="notice">${notice}</p> `)} ${resultCharts(charts)}
    <div class="tables">${tables.map(tableHtml)}</div>
    ${claimsHtml(claims)} ${figuresHtml(result)} ${factsHtml(result)}
  </details> `;
}

function tableHtml({ title, head, rows, paperColumns }: ResultTable): Html {
  const isPaper = (at: number): string => (paperColumns.includes(at) ? 'paper' : '');
  const cells = (row: readonly string[]): readonly Html[] =>
    row.map((cell, at) =>
      at === 0
        ? markup`<th scope="row">${cell}</th>`
        : markup`<td class="${isPaper(at)}">${cell}</td>`,
    );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
    <table class="figures">
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          ${head.map((name, at) => headHtml(name, isPaper(at)))}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => markup`<tr>${cells(row)}</tr> `)}
      </tbody>
    </table>
  </div> `;
}

/** An empty head is no heading. On a phone the name of a reader may break after its colon. */
function headHtml(name: string, className: string): Html {
  if (name === '') return markup`<td></td>`;
  const isReader = name.startsWith('reader:');
  const shown = isReader ? markup`reader:<wbr />${name.slice('reader:'.length)}` : name;
  return markup`<th scope="col" class="${className}">${shown}</th>`;
}

/** Those that fail are in sight; those that hold are folded away. */
function claimsHtml(claims: readonly ResultClaim[]): Html | undefined {
  if (claims.length === 0) return undefined;
  const failing = claims.filter(({ holds }) => !holds);
  const failed =
    failing.length === 0
      ? undefined
      : markup`<ul class="items">
          ${failing.map(claimHtml)}
        </ul>`;
  return markup`${failed}
    <details>
      <summary>Bounds: ${claims.length - failing.length} of ${claims.length} hold</summary>
      <ul class="items">
        ${claims.map(claimHtml)}
      </ul>
    </details> `;
}

function claimHtml({ name, holds, detail }: ResultClaim): Html {
  const worth = holds ? 'done' : 'alarm';
  const word = holds ? 'holds' : 'fails';
  return markup`<li><span class="${worth}">${word}</span> ${name}: ${detail}</li> `;
}

function figuresHtml({ figures }: SuiteResult): Html | undefined {
  const entries = Object.entries(figures);
  if (entries.length === 0) return undefined;
  const lines = entries.map(([name, value]) => {
    return markup`<tr>
      <th scope="row"><code>${name}</code></th>
      <td class="number">${Number(value.toPrecision(6))}</td>
    </tr> `;
  });
  return markup`<details>
    <summary>Figures: ${entries.length}</summary>
    <table>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </details> `;
}

function factsHtml(result: SuiteResult): Html {
  const { command, atMs, seconds, versions } = result;
  const facts = [
    ['command', command],
    ['day', dayText(atMs)],
    ['took', durationText(seconds)],
    ['machine', machineText(result)],
    ...Object.entries(versions).map(([name, version]) => [name, version.slice(0, 12)]),
  ];
  const entries = facts.map(([name, value]) => {
    return markup`<div>
      <dt>${name}</dt>
      <dd><code>${value}</code></dd>
    </div>`;
  });
  return markup`<dl class="facts">${entries}</dl>`;
}

/** The pictures of a result, each below what its colours or numbers mean. */
function resultCharts(charts: readonly ResultChart[]): Html | undefined {
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
