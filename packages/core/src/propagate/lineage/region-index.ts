import { AtomSet, costOfAtoms } from './atoms/atom-set.ts';
import { atomsOfWhole, mayHoldAtoms, type Atom } from './atoms/atoms.ts';
import { fold, isAscii, phraseIn } from './text/fold.ts';
import { limits } from '../../limits.ts';
import { segmentsOf } from './text/segments.ts';
import {
  shortPhraseMax,
  wordHashes,
  type SharedHashes,
  type WantedHashes,
  type WordHashes,
} from './text/word-pairs.ts';
import type { Slices } from '../../history/slices.ts';
import { TooMuchWork, type Work } from './work.ts';

/**
 * The parts of one region's text that lineage compares. Built once for a region; those that only
 * some values need are built when the first of these comes.
 */
export class RegionIndex {
  /** Its words with spaces around each, to search whole-word phrases in. */
  readonly phrase: string;
  readonly #folded: string;
  /** The work that building it took, and the memory that it takes. */
  readonly cost: number;
  #atoms: AtomSet | undefined;
  #hashes: WordHashes | undefined;
  #readings: readonly Atom[] | undefined;
  #isField: boolean | undefined;
  #mayHoldAtoms: boolean | undefined;
  #hasDigit: boolean | undefined;

  private constructor(folded: string, phrase: string, cost: number) {
    this.#folded = folded;
    this.phrase = phrase;
    this.cost = cost;
  }

  /** The index of a text that is short enough to be read in one go (`isShort`). */
  static of(text: string): RegionIndex {
    const folded = fold(text);
    const phrase = phraseIn(folded);
    return new RegionIndex(folded, phrase, costOf(text, folded, phrase));
  }

  /**
   * One character may stand for a sentence: what is more than any step may cost is not kept. Throws
   * `TooMuchWork` where it would cost more than `costMax`.
   */
  static *ofLong(text: string, costMax: number = limits.tracedWorkMax): Slices<RegionIndex> {
    const folded: string[] = [];
    const phrases: string[] = [];
    let cost = 0;
    for (const { start, end } of segmentsOf(text)) {
      const written = text.slice(start, end);
      const segment = fold(written);
      const phrase = phraseIn(segment);
      cost += costOf(written, segment, phrase);
      if (cost > limits.tracedWorkMax) return new RegionIndex('', '', Number.POSITIVE_INFINITY);
      if (cost > costMax) throw new TooMuchWork();
      folded.push(segment);
      phrases.push(phrase);
      yield;
    }
    const words = phrases.map((each) => each.trim()).filter((each) => each !== '');
    return new RegionIndex(folded.join(''), ` ${words.join(' ')} `, cost);
  }

  /** How much there is to look at: what is folded can be longer than the text. */
  get size(): number {
    return Math.max(this.#folded.length, this.phrase.length);
  }

  /** The atoms of a short text; `undefined` where it can hold none. */
  atoms(work: Work): AtomSet | undefined {
    if (!this.#chargeAtoms(work)) return undefined;
    return (this.#atoms ??= AtomSet.of(this.#folded));
  }

  *atomsOfLong(work: Work): Slices<AtomSet | undefined> {
    if (!this.#chargeAtoms(work)) return undefined;
    return (this.#atoms ??= yield* AtomSet.ofLong(this.#folded));
  }

  /** Charged whether or not it is remembered: what was asked before must not change an answer. */
  #chargeAtoms(work: Work): boolean {
    this.#mayHoldAtoms ??= mayHoldAtoms(this.#folded);
    if (this.#mayHoldAtoms) work.spend(costOfAtoms(this.#folded));
    return this.#mayHoldAtoms;
  }

  /** True if the region is one value without spaces: a field, not running text. */
  get isField(): boolean {
    return (this.#isField ??= !/\s/.test(this.#folded.trim()));
  }

  get hasDigit(): boolean {
    return (this.#hasDigit ??= /\p{N}/u.test(this.phrase));
  }

  /** The readings of a region that is one value, in quotes or without. */
  get readings(): readonly Atom[] {
    this.#readings ??= readingsOf(this.#folded.trim());
    return this.#readings;
  }

  /** The words and pairs that it has, of those that are looked for. */
  shares(wanted: WantedHashes): SharedHashes {
    if (this.phrase.length <= shortPhraseMax) return wanted.inShort(this.phrase);
    this.#hashes ??= wordHashes(this.phrase);
    return wanted.in(this.#hashes);
  }
}

/** The slowest scripts take 75 ns for each character that is written. */
const unfoldedUnits = 3;

function costOf(text: string, folded: string, phrase: string): number {
  if (isAscii(text)) return Math.max(folded.length, phrase.length);
  return unfoldedUnits * (folded.length + phrase.length);
}

/** A longer text is running text. */
const valueCharactersMax = 40;
const none: readonly Atom[] = [];

function readingsOf(text: string): readonly Atom[] {
  if (text.length > valueCharactersMax || !/\d/.test(text)) return none;
  return atomsOfWhole(text.replace(/^"(.*)"$/s, '$1'));
}
