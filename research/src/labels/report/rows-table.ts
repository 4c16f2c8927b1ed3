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

/** The settings that were chosen, by half. */
export function chosenText({ folds }: LabelRow): string {
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
