import { markup, type Html } from '../../report/html.ts';
import { settingText } from '../find/setting.ts';
import type { LabelRow } from '../run/row.ts';

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
