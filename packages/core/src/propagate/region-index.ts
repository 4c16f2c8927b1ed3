import { AtomSet } from './atom-set.ts';
import { atomsOfWhole, type Atom } from './atoms.ts';
import { fold, phraseIn } from './fold.ts';
import { wordHashes, type WordHashes } from './word-pairs.ts';

/**
 * What lineage compares of one region's text. Built once for a region; the parts that only long
 * values need are built when the first of these comes.
 */
export class RegionIndex {
  /** Its words with spaces around each, to search whole-word phrases in. */
  readonly phrase: string;
  readonly #folded: string;
  #atoms: AtomSet | undefined;
  #hashes: WordHashes | undefined;
  #readings: readonly Atom[] | undefined;

  constructor(text: string) {
    this.#folded = fold(text);
    this.phrase = phraseIn(this.#folded);
  }

  hasAtom(atom: Atom): boolean {
    this.#atoms ??= AtomSet.of(this.#folded);
    return this.#atoms.has(atom);
  }

  /** Whether the region is one value without spaces: a field, not running text. */
  get isField(): boolean {
    return !/\s/.test(this.#folded.trim());
  }

  /** What the region can be read as where it is one value, in quotes or without. */
  get readings(): readonly Atom[] {
    this.#readings ??= readingsOf(this.#folded.trim());
    return this.#readings;
  }

  hasWord(word: string): boolean {
    return this.phrase.includes(` ${word} `);
  }

  get hashes(): WordHashes {
    this.#hashes ??= wordHashes(this.phrase);
    return this.#hashes;
  }
}

/** What is longer is running text. */
const valueCharactersMax = 40;
const none: readonly Atom[] = [];

function readingsOf(text: string): readonly Atom[] {
  if (text.length > valueCharactersMax || !/\d/.test(text)) return none;
  return atomsOfWhole(text.replace(/^"(.*)"$/s, '$1'));
}
