import { type Html, markup, withCode } from '../html.ts';
import type { Headline, SuiteResult } from '../suite-result.ts';
import { type AboutSuite, aboutSuite } from './about.ts';
import { worstCaseNotice } from '../worlds.ts';
import type { RankedResult } from './ranked.ts';
import { anchorOf, boundsText, durationText, optionsText, saysSomething } from './result-words.ts';

const title = 'Headline figures, beside those of the papers';

/** How many runs there are and which miss a bound, then the figures of one run of each suite. */
export function overviewHtml(results: readonly RankedResult[]): Html {
  const suites = Map.groupBy(results, ({ result }) => result.suite);
  const names = [...suites.keys()];
  const abouts = names.map(aboutSuite);
  const failing = results.filter(({ result }) => result.claims.some(({ holds }) => !holds));
  const status =
    failing.length === 0
      ? markup`Every bound holds.`
      : markup`<span class="alarm">Bounds fail in:</span> ${failing.map(failingHtml)}`;
  return markup`<p>${counted(results.length, 'run')} of ${counted(suites.size, 'suite')}. ${status}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table class="figures overview">
        <caption>
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">figure</th>
            <th scope="col">here</th>
            <th scope="col" class="paper">paper</th>
          </tr>
        </thead>
        ${names.map((name, at) => {
          const isFirst = abouts.indexOf(abouts[at]) === at;
          return suiteHtml(plainestFirst(suites.get(name) ?? []), isFirst ? abouts[at] : undefined);
        })}
      </table>
    </div>`;
}

function failingHtml({ result }: RankedResult): Html {
  return markup`<a href="#${anchorOf(result)}">${result.suite}</a> (${boundsText(result)}) `;
}

/** A suite is known by the run of the fewest options; of several, by the one that says most. */
function plainestFirst(results: readonly RankedResult[]): readonly RankedResult[] {
  return results.toSorted((a, b) => {
    return (
      Number(b.isCurrent) - Number(a.isCurrent) ||
      optionsIn(a) - optionsIn(b) ||
      rowsOf(b.result).length - rowsOf(a.result).length
    );
  });
}

function optionsIn({ result }: RankedResult): number {
  return optionsText(result).split('--').length;
}

/** `about` is left out where it stands above already. */
function suiteHtml(
  results: readonly RankedResult[],
  about: AboutSuite | undefined,
): Html | undefined {
  const [first, ...others] = results;
  if (first === undefined) return undefined;
  const { result, isCurrent } = first;
  const old = isCurrent ? undefined : markup` <span class="alarm">other code</span>`;
  const words = `${boundsText(result)}, took ${durationText(result.seconds)}`;
  const isWorstCase = result.notices.some((text) => text.includes(worstCaseNotice));
  const notice = isWorstCase ? markup`<span class="notice">${worstCaseNotice}</span>` : undefined;
  const more =
    others.length === 0
      ? undefined
      : markup` The list below has ${counted(others.length, 'more run')} of this suite.`;
  const said = [...(about === undefined ? [] : [aboutHtml(about)]), ...(more ? [more] : [])];
  return markup`<tbody>
    <tr>
      <th scope="rowgroup" colspan="3">
        <a href="#${anchorOf(result)}">${result.suite}</a> ${optionsHtml(result)}
        <span class="status">${words}</span>${old}
        ${notice}
        ${said.length === 0 ? undefined : markup`<p>${said}</p>`}
      </th>
    </tr>
    ${rowsOf(result).map(rowHtml)}
  </tbody> `;
}

export function optionsHtml(result: SuiteResult): Html | undefined {
  const options = optionsText(result);
  return options === '' ? undefined : markup`<code class="options">${options}</code>`;
}

export function aboutHtml({ measures, counts }: AboutSuite): Html {
  return withCode(`${measures} ${counts}`);
}

function rowsOf({ headlines }: SuiteResult): readonly Headline[] {
  const shown = headlines.filter(saysSomething);
  return shown.length > 0 ? shown : [{ what: 'no headline: see its tables', here: '–', paper: '' }];
}

function rowHtml({ what, here, paper }: Headline): Html {
  return markup`<tr>
    <th scope="row">${what}</th>
    <td>${here}</td>
    <td class="paper">${paper}</td>
  </tr> `;
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
