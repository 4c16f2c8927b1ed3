import type { Control } from '../measure/controls.ts';
import { type Cases, casesOf, type NamedLedger, type VersionSet } from './cases.ts';
import { chartsOf } from './charts.ts';
import { attacksText, contentsHtml, groupsOf, type WorldGroup } from './contents.ts';
import { type Html, markup, ours } from './html.ts';
import { dataOf } from './pack.ts';
import { pageOf } from './page-frame.ts';
import { pageScript } from './page/script.ts';
import type { RankedResult } from './suites/ranked.ts';
import { resultsHtml } from './suites/results-html.ts';
import { wordsHtml } from './suites/words.ts';
import { figureTables, questionsTable } from './tables.ts';
import { defencesOf, type TableKey, worldsOf, worstCaseNotice } from './worlds.ts';

export interface ReportOptions {
  readonly title: string;
  /** The checks of the bench itself. */
  readonly controls: readonly Control[];
  readonly suites?: ReportedSuites;
}

/** Results of suites beside the ledgers. */
export interface ReportedSuites {
  readonly results: readonly RankedResult[];
  /** Files that are none, each with what to type. */
  readonly leftOut: readonly string[];
  /** Where the results are from, unless the reader measured them. */
  readonly note?: string | undefined;
}

/**
 * A page that is one file and asks nobody for anything: results of suites, then of ledgers figures,
 * charts, and all cases with their time lines. The same ledgers and results give the same bytes.
 * Throws as `rowsOf`.
 */
export function reportHtml(ledgers: readonly NamedLedger[], options: ReportOptions): string {
  const { title, suites } = options;
  const cases = casesOf(ledgers);
  const hasLedgers = suites === undefined || ledgers.length > 0;
  const worlds = worldsOf(cases.sets);
  const contents = contentsHtml({
    results: suites?.results ?? [],
    groups: groupsOf(worlds),
    hasLedgers,
  });
  const between = markup`${contents} ${keysHtml} ${wordsHtml()}`;
  const shown =
    suites &&
    resultsHtml(suites.results, {
      leftOut: suites.leftOut,
      note: suites.note,
      contents: between,
    });
  const body = markup`<main>
      <h1>${title}</h1>
      ${shown ?? between} ${hasLedgers ? ledgersHtml({ cases, worlds }, options) : undefined}
    </main>
    ${dataOf(cases.sets)}`;
  return pageOf(title, body, pageScript);
}

const keysHtml = markup`<p class="keys">
  Keys: <kbd>n</kbd> and <kbd>p</kbd> go to the next and the previous section, <kbd>Enter</kbd>
  opens it, <kbd>d</kbd> switches between light and dark.
</p> `;

interface Ledgers {
  readonly cases: Cases;
  readonly worlds: readonly TableKey[];
}

function ledgersHtml({ cases, worlds }: Ledgers, { controls, suites }: ReportOptions): Html {
  const defences = defencesOf(worlds);
  const groups = groupsOf(worlds);
  const isOpen = suites === undefined && groups.length === 1;
  return markup`<section>
      <h2 id="ledgers">Every trial</h2>
      ${summary(cases, worlds)}
    </section>
    ${groups.map((group) => groupHtml(group, { defences, isOpen }))} ${controlsHtml(controls)}
    ${casesHtml()} ${versionsHtml(cases)}`;
}

function summary({ sets, leftOut }: Cases, worlds: readonly TableKey[]): Html {
  const trials = sets.flatMap((set) => set.trials);
  const errors = trials.filter(({ outcome }) => outcome.kind === 'error').length;
  const cached = trials.filter((trial) => trial.cached === true).length;
  const times = trials.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  const days = [...new Set([times[0], times.at(-1)].map(dayOf))].join(' to ');
  const notice = worlds.some(({ isWorstCase }) => isWorstCase)
    ? markup`<p class="notice">
        Where the model is a <code>reader:</code>, these are ${worstCaseNotice}. A reader is a
        program: it makes every call whose arguments it was shown, and obeys every instruction that
        it sees. Its figures bound what a defence lets through; they do not say how a model reasons.
      </p>`
    : undefined;
  const others =
    leftOut === 0 ? '' : ` ${leftOut} lines of older versions or repeated are left out.`;
  const reused = cached === 0 ? '' : ` ${cached} outcomes were taken from earlier ledgers.`;
  return markup`<p>${trials.length} trials, ${errors} of them errors, ${days}.${reused}${others}</p>
    ${notice}`;
}

/** Worlds of one benchmark and model, folded; where there are many, each is folded again. */
function groupHtml(
  { id, name, worlds }: WorldGroup,
  { defences, isOpen }: { readonly defences: readonly string[]; readonly isOpen: boolean },
): Html {
  const isWorstCase = worlds.some((world) => world.isWorstCase);
  const notice = isWorstCase ? markup` <span class="notice">${worstCaseNotice}</span>` : undefined;
  const shown = worlds.map((world) => {
    const parts = worldHtml(world, defences);
    const title = `Attack: ${world.attack ?? 'none'}`;
    if (worlds.length <= worldsOpenMax) return markup`<h3>${title}</h3> ${parts}`;
    return markup`<details>
      <summary>${title}</summary>
      ${parts}
    </details>`;
  });
  return markup`<details class="part" ${isOpen ? ours('open') : undefined}>
    <summary>
      <h2>${name}</h2>
      <span class="status">${attacksText(worlds.length)}</span>${notice}
    </summary>
    <div id="${id}"></div>
    ${shown}
  </details> `;
}

const worldsOpenMax = 3;

function worldHtml(world: TableKey, defences: readonly string[]): Html {
  const { versions, completeness } = world;
  const missing = completeness.cases.length;
  const incomplete =
    missing === 0
      ? undefined
      : markup`<p class="alarm">
          Not all defences were tried on the same cases: ${missing} runs are missing.
        </p>`;
  return markup`<p class="status">Versions <code>${versions}</code></p>
    ${incomplete} ${figureTables(world, defences)} ${questionsTable(world)}
    ${chartsOf(world, defences)} `;
}

function controlsHtml(controls: readonly Control[]): Html | undefined {
  if (controls.length === 0) return undefined;
  const lines = controls.map(({ name, status, detail, cases }) => {
    const broken = cases.length === 0 ? '' : `; ${cases.join(', ')}`;
    const worth = status === 'holds' ? 'done' : 'alarm';
    return markup`<tr>
      <th scope="row">${name}</th>
      <td class="${worth}">${status}</td>
      <td>${detail}${broken}</td>
    </tr> `;
  });
  return markup`<section>
    <h2 id="controls">Controls</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">control</th>
          <th scope="col">status</th>
          <th scope="col">found</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </section> `;
}

function casesHtml(): Html {
  return markup`<details class="part">
    <summary>
      <h2>Cases</h2>
      <span class="status">each with its time line</span>
    </summary>
    <div id="all-cases"></div>
    <p class="keys">
      Keys: <kbd>/</kbd> search, <kbd>↓</kbd> <kbd>↑</kbd> or <kbd>j</kbd> <kbd>k</kbd> from case to
      case, <kbd>Enter</kbd> opens one, <kbd>d</kbd> light or dark.
    </p>
    <div id="cases"><noscript>The list of cases needs scripts.</noscript></div>
  </details> `;
}

function versionsHtml({ sets }: Cases): Html {
  return markup`<section>
    <h2 id="versions">Versions</h2>
    ${sets.map(versionSetHtml)}
  </section> `;
}

function versionSetHtml({ id, versions, ledgers, commands, trials }: VersionSet): Html {
  const entries = [
    ...Object.entries(versions),
    ['trials', `${trials.length}`],
    ...ledgers.map((ledger) => ['ledger', ledger]),
    ...commands.map((command) => ['command', command]),
  ];
  const lines = entries.map(([name, value]) => {
    return markup`<div>
      <dt>${name}</dt>
      <dd><code>${value}</code></dd>
    </div>`;
  });
  return markup`<h3>${id}</h3>
    <dl class="facts">${lines}</dl> `;
}

function dayOf(atMs: number | undefined): string {
  return atMs === undefined ? 'never' : new Date(atMs).toISOString().slice(0, 10);
}
