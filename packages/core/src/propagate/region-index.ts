import { atomsIn, type Atom } from './atoms.ts';
import { dayOf } from './date-readings.ts';
import { fold, phraseOf, wordsOf } from './fold.ts';

/**
 * What lineage compares of one region's text. Built once for a region; the parts that only long
 * values need are built when the first of these comes.
 */
export class RegionIndex {
  /** Its words with spaces around each, to search whole-word phrases in. */
  readonly phrase: string;
  /** Whether the region is one value without spaces: a field, not running text. */
  readonly isField: boolean;
  readonly #folded: string;
  #atoms: ReadonlySet<Atom> | undefined;
  #words: ReadonlySet<string> | undefined;
  #pairs: ReadonlySet<number> | undefined;

  constructor(text: string) {
    this.#folded = fold(text);
    this.phrase = phraseOf(wordsOf(this.#folded));
    this.isField = !/\s/.test(this.#folded.trim());
  }

  get atoms(): ReadonlySet<Atom> {
    this.#atoms ??= new Set(atomsIn(this.#folded).flat().flatMap(withDay));
    return this.#atoms;
  }

  get words(): ReadonlySet<string> {
    this.#words ??= new Set(splitPhrase(this.phrase));
    return this.#words;
  }

  /** Hashes of each two neighbouring words. */
  get pairs(): ReadonlySet<number> {
    this.#pairs ??= new Set(pairsOf(splitPhrase(this.phrase)));
    return this.#pairs;
  }
}

/** A hash for each two neighbouring words; a collision costs a needless source, nothing else. */
export function pairsOf(words: readonly string[]): readonly number[] {
  const hashes = words.map((word) => hash(word, 0x81_1c_9d_c5));
  return words.slice(1).map((word, at) => hash(word, (hashes[at] ?? 0) ^ 0x9e_37_79_b9));
}

/** A full date is also found by its day, under a key of its own: a day said alone is less. */
function withDay(atom: Atom): readonly Atom[] {
  const day = dayOf(atom);
  return day === undefined ? [atom] : [atom, `day-of:${day}`];
}

function splitPhrase(phrase: string): readonly string[] {
  return phrase.trim() === '' ? [] : phrase.trim().split(' ');
}

/** FNV-1a over UTF-16 code units. */
function hash(word: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < word.length; at += 1) {
    value = Math.imul(value ^ word.charCodeAt(at), 0x01_00_01_93);
  }
  return value >>> 0;
}
