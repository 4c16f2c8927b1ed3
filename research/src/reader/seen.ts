import { BoundedCache } from './bounded-cache.ts';
import { beginning, lettersAndDigits, lettersShown, placesOf, wordsIn } from './letters.ts';

/** The shown content of one text, in the form in which texts are compared. */
export interface ShownText {
  readonly letters: string;
  /** Its words of at least `longWordMin` letters and digits. */
  readonly words: () => ReadonlySet<string>;
}

/** A word that is shorter is too common to say anything by itself. */
export const longWordMin = 4;

export function longWords(text: string): ReadonlySet<string> {
  const words = wordsIn(text).map(lettersAndDigits);
  return new Set(words.filter((word) => word.length >= longWordMin));
}

const cachedCharactersMax = 32_000_000;

/** Reads texts once each: transcripts repeat what they hold with every request. */
export class TextReader {
  readonly #cache = new BoundedCache<ShownText>({ charactersMax: cachedCharactersMax });

  read(text: string): ShownText {
    return this.#cache.of(text, shownText);
  }
}

function shownText(text: string): ShownText {
  let words: ReadonlySet<string> | undefined;
  const letters = [text, ...decoded(text)].map(lettersShown).join('');
  return { letters, words: () => (words ??= longWords(text)) };
}

const encodedRun = /[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** The base64 content of a text: an attacker may hope that only the model reads it. */
function decoded(text: string): readonly string[] {
  const unfolded = text.replaceAll(/\\\n\s*\\?/g, '');
  return [...unfolded.matchAll(encodedRun)]
    .map(([run]) => Buffer.from(run, 'base64').toString('utf8'))
    .filter(
      (plain) => /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]+$/u.test(plain) && !plain.includes('\uFFFD'),
    );
}

/** All that a reader was shown in tool results. */
export class Seen {
  readonly #texts: readonly ShownText[];
  readonly #letters: string;

  constructor(texts: readonly ShownText[]) {
    this.#texts = texts;
    this.#letters = texts.map(({ letters }) => letters).join('');
  }

  /** True if a needle of letters and digits stands somewhere. */
  holds(needle: string): boolean {
    return this.#letters.includes(needle);
  }

  /** Share of the words, long ones, that stand somewhere; 1 where there are none. */
  share(words: readonly string[]): number {
    if (words.length === 0) return 1;
    return words.filter((word) => this.#holdsWord(word)).length / words.length;
  }

  #holdsWord(word: string): boolean {
    return this.#texts.some(({ words }) => words().has(word)) || this.holds(word);
  }
}

/**
 * Needles of which one must be seen for a word to count as seen. A short word says nothing by
 * itself: what stands before it in the outputs must be seen with it.
 */
export function needlesOf(word: string, outputs: readonly string[]): readonly string[] {
  const letters = lettersAndDigits(word);
  if (letters.length >= longWordMin) return [letters];
  return [...new Set(outputs.flatMap((output) => withWhatPrecedes(word, output)))];
}

const precedingCharacters = 16;

function withWhatPrecedes(word: string, output: string): readonly string[] {
  return placesOf(word, output).map((at) => {
    const from = Math.max(0, at - precedingCharacters);
    const letters = lettersAndDigits(output.slice(from, at + word.length));
    return from === 0 ? beginning + letters : letters;
  });
}
