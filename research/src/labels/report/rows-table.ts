import { markup, type Html } from '../../report/html.ts';
import { settingText } from '../find/setting.ts';
import type { LabelRow } from '../run/row.ts';
import type { SearchedRow } from '../run/run-labels.ts';

/** The measured rows as cells: what was run, and what came out. */
export const rowHeads: readonly string[] = (
  'lattice propagator completion retrieval utility questions ' +
  'exact precision recall improved missed contexts'
).split(' ');

export function rowCells(row: LabelRow): readonly string[] {
  const { lattice, propagator, completion, retrieval, utility = '-', metrics, contextsP50 } = row;
  const { questions, exactMatch, precision, recall, improvement, missed } = metrics;
  const shares = [exactMatch, precision, recall, improvement, missed].map(shareText);
  const contexts = contextsP50 === undefined ? '-' : String(contextsP50);
  const kind = [lattice, propagator, completion, retrieval, utility];
  return [...kind, String(questions), ...shares, contexts];
}

/** All rows with what was chosen for each. */
export function rowsTable(rows: readonly LabelRow[]): Html {
  const lines = rows.map((row) => {
    const cells = rowCells(row).map((cell) => markup`<td>${cell}</td>`);
    return markup`<tr>${cells}<td>${chosenText(row)}</td></tr>`;
  });
  const heads = [...rowHeads, 'chosen on each half'].map((head) => markup`<th>${head}</th>`);
  return markup`<h2>Propagators</h2>
    <div class="scroll">
      <table class="figures"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>
    </div>`;
}

/** What the searches found, as cells. */
export const searchHeads: readonly string[] = ['search', 'k', 'questions', 'recall', 'whole'];

export function searchCells({
  search,
  k,
  questions,
  recall,
  whole,
}: SearchedRow): readonly string[] {
  return [search, String(k), String(questions), shareText(recall), shareText(whole)];
}

/** How much of the needed documents each search found; nothing where there was none. */
export function searchedTable(rows: readonly SearchedRow[]): Html | undefined {
  if (rows.length === 0) return undefined;
  const lines = rows.map((row) => {
    return markup`<tr>${searchCells(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`;
  });
  return markup`<h2>Retrieval</h2>
    <p>The share of the needed documents among the first k, and of questions with all of them.</p>
    <table class="figures">
      <thead><tr>${searchHeads.map((head) => markup`<th>${head}</th>`)}</tr></thead>
      <tbody>${lines}</tbody>
    </table>`;
}

/** The settings that were chosen, by half. */
function chosenText({ folds }: LabelRow): string {
  return folds
    .flatMap(({ chosenOn, setting }) => {
      return setting === undefined
        ? []
        : [`${chosenOn === 0 ? 'A' : 'B'}: ${settingText(setting)}`];
    })
    .join('; ');
}

function shareText(share: number | undefined): string {
  return share === undefined ? '-' : share.toFixed(2);
}
