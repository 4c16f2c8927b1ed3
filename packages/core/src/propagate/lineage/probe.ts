import { atomsOfWhole, type Atom, type AtomKind } from './atoms/atoms.ts';
import { fold, phraseOf, wordsOf } from './text/fold.ts';
import { squeezedCharactersMax } from './text/text-search.ts';

/** How a value and a region match, for people to read beside the evidence. */
export type How =
  /** The region holds the value as it was written. */
  | 'exact'
  /** The same words; case, spaces, punctuation or accents differ. */
  | 'folded'
  /** The same letters and digits, grouped otherwise: an IBAN with spaces, a telephone number. */
  | 'identifier'
  | AtomKind
  /** Several words in a row. */
  | 'phrase'
  /** Single words, in a region that may be shown anyway. */
  | 'word'
  /** The default or constant that the tool declares. */
  | 'default'
  /** The tool that is called is declared there. */
  | 'declaration'
  /** The whole of a field stands inside the value (`lineage(fields)`). */
  | 'field'
  /** The number may have been worked out from it (`lineage(sums)`). */
  | 'sum'
  /** Its day is near to the value's (`lineage(days)`). */
  | 'day'
  /** The request or the tool's description speaks of it (`lineage(mentions)`). */
  | 'mention';

/** A value in the forms in which it is looked for. */
export interface Probe {
  readonly folded: string;
  readonly words: readonly string[];
  readonly phrase: string;
  /** Readings of the whole value; where there are any, words alone are no match. */
  readonly atoms: readonly Atom[];
  /**
   * A single common word or digit. Anybody can put these into a text to force a question, so that
   * they count only where they are a whole field, or where the region may be shown anyway.
   */
  readonly isOrdinary: boolean;
  /** The same letters and digits, to be found with spaces in other places. */
  readonly regrouped: string | undefined;
}

export interface Match {
  readonly how: How;
  /** Counts only where the region's label is needed anyway. */
  readonly isWeak: boolean;
}

const identifierCharactersMin = 7;
const longWordCharactersMin = 16;

/** Prepares a value once, to be held against every region. */
export function probeOf(text: string): Probe {
  const folded = fold(text);
  const words = wordsOf(folded);
  return {
    folded,
    words,
    phrase: phraseOf(words),
    atoms: atomsOfWhole(folded),
    isOrdinary: isOrdinary(text, words),
    regrouped: regroupedOf(words.join('')),
  };
}

/** True if a word alone tells something: it holds a digit, or is longer than words are. */
export function isDistinctive(word: string): boolean {
  if (word.length >= longWordCharactersMin) return true;
  return word.length >= 3 && /\p{N}/u.test(word) && /\p{L}/u.test(word);
}

function isOrdinary(text: string, words: readonly string[]): boolean {
  const [word, another] = words;
  if (word === undefined || another !== undefined) return false;
  if (/^\p{N}+$/u.test(word)) return word.length === 1 || word.startsWith('0');
  return !isDistinctive(word) && !/\p{Ll}\p{Lu}/u.test(text);
}

function regroupedOf(letters: string): string | undefined {
  const { length } = letters;
  if (length < identifierCharactersMin || length > squeezedCharactersMax) return undefined;
  const digits = letters.replaceAll(/\P{N}/gu, '').length;
  return digits < 4 || digits * 3 < length ? undefined : letters;
}
