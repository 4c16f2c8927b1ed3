import { markup, type Html } from '../html.ts';
import { worstCaseNotice } from '../worlds.ts';
import type { ComparedGroup, ComparedShare, Comparison } from './compare.ts';
import { meanText, pText, shareDifferenceText, shareText } from './figures.ts';

/** A comparison as a section of the page. */
export function comparisonHtml({ first, second, groups }: Comparison): Html {
  const shown = groups.map((group) => groupHtml(group, { first, second }));
  const nothing = markup`<p>The two have no case in common.</p>`;
  return markup`<section>
    <h2>${second} against ${first}</h2>
    ${groups.length === 0 ? nothing : shown}
  </section> `;
}

interface Names {
  readonly first: string;
  readonly second: string;
}

function groupHtml(group: ComparedGroup, { first, second }: Names): Html {
  const heads = [first, second, 'difference, 95% interval', 'only first', 'only second', 'p'];
  const cells = heads.map((head) => markup`<th scope="col" class="number">${head}</th>`);
  const notice = group.isWorstCase ? markup` <span class="notice">${worstCaseNotice}</span>` : '';
  return markup`<h3>${group.name}${notice}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="${group.name}">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">measure</th>
            ${cells}
          </tr>
        </thead>
        <tbody>
          ${group.shares.map(shareLine)}${meanLines(group)}
        </tbody>
      </table>
    </div>
    ${group.shares.map(changedList)}
    ${missingList(`Only in ${first}`, group.onlyFirst)}
    ${missingList(`Only in ${second}`, group.onlySecond)}`;
}

function shareLine(share: ComparedShare): Html {
  const { measure, first, second, onlyFirst, onlySecond, p, unknown } = share;
  const errors = unknown === 0 ? '' : markup`<small>${unknown} left out: errors</small>`;
  const texts = [shareText(first), shareText(second), shareDifferenceText(share)];
  return line(markup`${measure}${errors}`, [...texts, onlyFirst, onlySecond, pText(p)]);
}

function meanLines({ means }: ComparedGroup): readonly Html[] {
  return means.map((mean) => line(markup`${mean.measure}`, [...meanText(mean), '', '', '']));
}

function line(head: Html, cells: readonly (string | number)[]): Html {
  const numbers = cells.map((text) => markup`<td class="number">${text}</td>`);
  return markup`<tr>
    <th scope="row">${head}</th>
    ${numbers}
  </tr> `;
}

function changedList({ measure, changed }: ComparedShare): Html | undefined {
  if (changed.length === 0) return undefined;
  const items = changed.map(({ name, first, second }) => {
    return markup`<li>${name}: ${first} → ${second}</li>`;
  });
  return markup`<details>
    <summary>${measure}: ${changed.length} cases changed</summary>
    <ul>
      ${items}
    </ul>
  </details> `;
}

function missingList(title: string, names: readonly string[]): Html | undefined {
  if (names.length === 0) return undefined;
  const items = names.map((name) => markup`<li>${name}</li>`);
  return markup`<details>
    <summary>${title}: ${names.length} runs</summary>
    <ul>
      ${items}
    </ul>
  </details> `;
}
