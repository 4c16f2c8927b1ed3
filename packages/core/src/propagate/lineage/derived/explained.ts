import { fold, phraseIn } from '../text/fold.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { Work } from '../work.ts';
import type { Around } from './around.ts';
import { contentWords } from './content-words.ts';

/** Tells whether all that a value says stands somewhere. */
export class Explained {
  readonly #free: readonly IndexedRegion[];
  readonly #work: Work;
  readonly #words = new Map<IndexedRegion, ReadonlySet<string>>();
  #shown: ReadonlySet<string> | undefined;

  constructor({ free }: Pick<Around, 'free'>, work: Work) {
    this.#free = free;
    this.#work = work;
  }

  /** True if each word of a text is shown anyway, or stands in one of its sources. */
  isExplained(text: string, sources: readonly IndexedRegion[]): boolean {
    const shown = this.#wordsShown();
    const own = sources.map((region) => this.#wordsOf(region));
    const words = [...contentWords(phraseIn(fold(text)))];
    this.#work.spend(text.length + words.length * own.length);
    return words.every((word) => shown.has(word) || own.some((some) => some.has(word)));
  }

  #wordsShown(): ReadonlySet<string> {
    this.#shown ??= new Set(this.#free.flatMap((region) => [...this.#wordsOf(region)]));
    return this.#shown;
  }

  #wordsOf(region: IndexedRegion): ReadonlySet<string> {
    const known = this.#words.get(region);
    if (known !== undefined) return known;
    const { phrase } = region.index;
    this.#work.spend(phrase.length * wordUnits);
    const words = contentWords(phrase);
    this.#words.set(region, words);
    return words;
  }
}

/** Words are cut out and kept. */
const wordUnits = 4;
