import type { DraftValue } from '../draft-values.ts';
import { fold, phraseIn } from '../text/fold.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import { Candidates, type Sources } from '../sources.ts';
import { shortCharactersMax, TextSearch } from '../text/text-search.ts';
import type { Slices } from '../../../history/slices.ts';
import type { Work } from '../work.ts';
import type { Around } from './around.ts';
import { contentWords } from './content-words.ts';

/** Fields that read alike, and where they stand. */
interface Field {
  readonly phrase: string;
  readonly candidates: Candidates;
  /** True if it stands in what is shown anyway. */
  isShown: boolean;
}

/**
 * The fields that stand as a whole inside a longer value, and not in what is shown anyway: the name
 * of a friend in a note. Numbers are none, for they stand anywhere. Of several places of one field
 * the least restrictive counts.
 */
export class Fields {
  readonly #fields: readonly Field[];
  readonly #search: TextSearch;
  readonly #work: Work;

  private constructor(fields: readonly Field[], work: Work) {
    this.#fields = fields;
    this.#search = searchFor(fields);
    this.#work = work;
  }

  /** Those that could stand in some of the values. */
  static *of({ free, guarded }: Around, values: readonly DraftValue[], work: Work): Slices<Fields> {
    const texts = values.flatMap(({ text }) => (text === undefined ? [] : [phraseIn(fold(text))]));
    const lengthMax = texts.reduce((max, { length }) => Math.max(max, length), 0);
    const words = new Set(texts.flatMap((text) => text.trim().split(' ')));
    const byPhrase = new Map<string, Field>();
    for (const region of guarded) {
      const { phrase } = region.index;
      work.spend(1);
      if (work.isDue) yield;
      if (phrase.length > lengthMax || !words.has(firstWordOf(phrase))) continue;
      const field = byPhrase.get(phrase) ?? fieldOf(phrase, work);
      byPhrase.set(phrase, field);
      field.candidates.add({ region, how: 'field', isWeak: false });
    }
    const fields = [...byPhrase.values()].filter(({ phrase }) => contentWords(phrase).size > 0);
    yield* markShown(fields, free, work);
    return new Fields(fields, work);
  }

  take(sources: Sources, value: DraftValue, text: string): void {
    const own = phraseIn(fold(text));
    const found = this.#search.in(own, this.#work);
    // In the order of the history: which one is taken first may change what the next one costs.
    for (const at of found.toSorted((a, b) => a - b)) {
      const field = this.#fields[at];
      if (field === undefined || field.isShown || field.phrase === own) continue;
      sources.takeLowest(value, field.candidates);
    }
  }
}

function fieldOf(phrase: string, work: Work): Field {
  work.spend(phrase.length);
  return { phrase, candidates: new Candidates(), isShown: false };
}

function searchFor(fields: readonly Field[]): TextSearch {
  return new TextSearch(
    fields.map(({ phrase }) => phrase),
    'phrase',
  );
}

function* markShown(
  fields: readonly Field[],
  free: readonly IndexedRegion[],
  work: Work,
): Slices<undefined> {
  const search = searchFor(fields);
  for (const { index } of free) {
    const { phrase } = index;
    const isLong = phrase.length > shortCharactersMax;
    for (const at of isLong ? yield* search.inLong(phrase, work) : search.in(phrase, work)) {
      const field = fields[at];
      if (field !== undefined) field.isShown = true;
    }
    if (work.isDue) yield;
  }
  return undefined;
}

function firstWordOf(phrase: string): string {
  return phrase.slice(1, phrase.indexOf(' ', 1));
}
