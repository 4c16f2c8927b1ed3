import type { Label } from '@sluice/core';
import { descendMinimal, type Search } from '@sluice/local';
import { median } from 'simple-statistics';
import type { RecordedQuestion } from './score-table.ts';

export interface SearchSetting {
  /** By its name in the package of local models. */
  readonly utility: string;
  readonly lambda: number;
}

/** A search beside algorithm 1, on the same scores. */
export interface Compared {
  readonly questions: number;
  /** Questions with the very labels that algorithm 1 finds. */
  readonly agree: number;
  /** Questions with the right labels, by the search and by algorithm 1. */
  readonly exact: number;
  readonly exactByDescent: number;
  /** Contexts that were scored, the whole one among them: the median. */
  readonly contexts: number;
  readonly contextsByDescent: number;
}

/** Runs a search and algorithm 1 on each question. */
export async function compareSearches(
  search: Search,
  setting: SearchSetting,
  questions: readonly RecordedQuestion[],
): Promise<Compared> {
  const pairs = [];
  for (const { right, searchBy } of questions) {
    const [ours, theirs] = [searchBy(setting), searchBy(setting)];
    const [found, descended] = [await search(ours), await descendMinimal(theirs)];
    pairs.push({ found, descended, right, ours: ours.asked.size, theirs: theirs.asked.size });
  }
  return {
    questions: pairs.length,
    agree: pairs.filter(({ found, descended }) => isSame(found, descended)).length,
    exact: pairs.filter(({ found, right }) => isSame(found, right)).length,
    exactByDescent: pairs.filter(({ descended, right }) => isSame(descended, right)).length,
    contexts: median(pairs.map(({ ours }) => ours)),
    contextsByDescent: median(pairs.map(({ theirs }) => theirs)),
  };
}

function isSame(some: readonly Label[], others: readonly Label[]): boolean {
  return some.length === others.length && some.every((label) => others.includes(label));
}
