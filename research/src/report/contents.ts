import { type Html, markup } from './html.ts';
import type { RankedResult } from './suites/ranked.ts';
import { optionsHtml } from './suites/overview-html.ts';
import { anchorOf, boundsText, titleOf } from './suites/result-words.ts';
import type { TableKey } from './worlds.ts';

/** Worlds of one benchmark and model: they differ in the attack. */
export interface WorldGroup {
  readonly id: string;
  readonly name: string;
  readonly worlds: readonly TableKey[];
}

/** Groups in the order in which their first worlds stand. */
export function groupsOf(worlds: readonly TableKey[]): readonly WorldGroup[] {
  const groups = Map.groupBy(worlds, ({ benchmark, model, versions }) =>
    JSON.stringify([benchmark, model, versions]),
  );
  return [...groups.values()].map((own, at) => {
    const { benchmark = '', model = '' } = own[0] ?? {};
    return { id: `trials-${at + 1}`, name: `${benchmark} · ${model}`, worlds: own };
  });
}

export function attacksText(count: number): string {
  return count === 1 ? '1 attack' : `${count} attacks`;
}

export interface Contents {
  readonly results: readonly RankedResult[];
  readonly groups: readonly WorldGroup[];
  readonly hasLedgers: boolean;
}

/** The list of what the page holds; a link opens the part that it leads to. */
export function contentsHtml({ results, groups, hasLedgers }: Contents): Html {
  const suites = results.map(({ result, isCurrent }) => {
    const old = isCurrent ? '' : ', other code';
    const beside = markup`${optionsHtml(result)} ${boundsText(result)}${old}`;
    return lineHtml(anchorOf(result), titleOf(result), beside);
  });
  const trials = groups.map(({ id, name, worlds }) =>
    lineHtml(id, name, attacksText(worlds.length)),
  );
  const rest = [
    lineHtml('ledgers', 'Every trial', 'what was run'),
    ...trials,
    lineHtml('controls', 'Controls', 'checks of the bench itself'),
    lineHtml('all-cases', 'Cases', 'each with its time line'),
    lineHtml('versions', 'Versions', ''),
  ];
  return markup`<nav aria-label="Contents">
    <h2>Contents</h2>
    <ol class="contents">
      ${lineHtml('words', 'Words', 'what the names and figures mean')} ${suites} ${hasLedgers ? rest : undefined}
    </ol>
  </nav> `;
}

function lineHtml(id: string, name: string, beside: string | Html): Html {
  return markup`<li><a href="#${id}">${name}</a> <span class="status">${beside}</span></li> `;
}
