import { fold, phraseIn } from '../fold.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import type { Around } from './around.ts';
import { contentWords } from './content-words.ts';

/** Tells whether all that a value says stands somewhere. */
export class Explained {
  readonly #free: readonly IndexedRegion[];
  #shown: ReadonlySet<string> | undefined;

  constructor({ free }: Pick<Around, 'free'>) {
    this.#free = free;
  }

  /** Whether each word of a text is shown anyway, or stands in one of its sources. */
  isExplained(text: string, sources: readonly IndexedRegion[]): boolean {
    this.#shown ??= wordsIn(this.#free);
    const shown = this.#shown;
    const own = wordsIn(sources);
    return [...contentWords(phraseIn(fold(text)))].every(
      (word) => shown.has(word) || own.has(word),
    );
  }
}

function wordsIn(regions: readonly IndexedRegion[]): ReadonlySet<string> {
  return contentWords(regions.map(({ index }) => index.phrase).join(' '));
}
