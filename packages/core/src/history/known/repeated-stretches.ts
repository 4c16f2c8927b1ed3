import { limits } from '../../limits.ts';
import type { Slices } from '../slices.ts';

/** A stretch that stands in both texts. */
export interface Stretch {
  /** Where it begins in the text that is asked about. */
  readonly at: number;
  readonly length: number;
  /** Where it begins in the known text. */
  readonly from: number;
}

const lengthMin = limits.knownAgainCharactersMin;
/** Every stretch of `lengthMin` characters holds a whole block, whatever it begins with. */
const blockLength = lengthMin / 2;
const base = 0x01_00_01_93;
const highest = highestPower();
/** A place that may be alike costs about as much as so many characters. */
const workPerHit = 16;
/** To pass by a character costs less than to read it. */
const workPerSlice = 4 * limits.textSliceMax;

/** The blocks of a text, by their hash: those of one hash in the order in which they stand. */
export class BlockIndex {
  readonly text: Uint16Array;
  /** The hash of each block. */
  readonly #hashes: Int32Array;
  /** One more than the first block of a bucket; of a block, one more than the next in its own. */
  readonly #first: Uint32Array;
  readonly #next: Uint32Array;

  private constructor(text: Uint16Array) {
    const blocks = Math.floor(text.length / blockLength);
    this.text = text;
    this.#hashes = new Int32Array(blocks);
    this.#next = new Uint32Array(blocks);
    // Most places of most texts end at a bucket that is empty.
    this.#first = new Uint32Array(2 ** Math.ceil(Math.log2(4 * blocks + 1)));
  }

  static *of(text: Uint16Array): Slices<BlockIndex> {
    const index = new BlockIndex(text);
    const blocksPerSlice = limits.textSliceMax / blockLength;
    for (let end = index.#hashes.length; end > 0; end -= blocksPerSlice) {
      index.#add(Math.max(0, end - blocksPerSlice), end);
      yield;
    }
    return index;
  }

  /** One more than the first block that has this hash; 0 if none has. */
  firstOf(hash: number): number {
    return this.#withHash(hash, this.#first[hash & (this.#first.length - 1)] ?? 0);
  }

  /** The same, of those behind a block, whose number is one less. */
  nextOf(hash: number, block: number): number {
    return this.#withHash(hash, this.#next[block - 1] ?? 0);
  }

  #withHash(hash: number, block: number): number {
    let at = block;
    while (at !== 0 && this.#hashes[at - 1] !== hash) at = this.#next[at - 1] ?? 0;
    return at;
  }

  /** From the last to the first: who is added stands before those of its bucket. */
  #add(start: number, end: number): void {
    for (let block = end - 1; block >= start; block -= 1) {
      const hash = hashAt(this.text, block * blockLength);
      const bucket = hash & (this.#first.length - 1);
      this.#hashes[block] = hash;
      this.#next[block] = this.#first[bucket] ?? 0;
      this.#first[bucket] = block + 1;
    }
  }
}

/**
 * Finds what of one text stands in others, each character in the first of them that holds it in a
 * stretch of 32 or more. The text's own blocks are indexed, and the others pass by once: a rolling
 * hash for each place, and a comparison where a block may begin. Work is counted.
 */
export class RepeatedStretches {
  readonly #index: BlockIndex;
  readonly #isFound: Uint8Array;
  /** Characters that were not found yet. */
  #left: number;
  #compared = 0;
  #passed = 0;
  /** Work of this slice. */
  #done = 0;

  constructor(index: BlockIndex) {
    this.#index = index;
    this.#left = index.text.length;
    this.#isFound = new Uint8Array(index.text.length);
  }

  /** True if any other text may hold more of it. */
  get isOpen(): boolean {
    return this.#left >= lengthMin;
  }

  /**
   * Stretches of the text that stand in this one, and in none before; `undefined`: over the budget.
   */
  *in(known: Uint16Array): Slices<readonly Stretch[] | undefined> {
    this.#passed += known.length;
    if (this.#passed > limits.knownAgainScanCharactersMax) return undefined;
    const matches = known.length < lengthMin ? [] : yield* this.#matches(known);
    if (matches === undefined) return undefined;
    const fresh: Stretch[] = [];
    for (const match of matches) {
      for (const each of this.#claim(match)) fresh.push(each);
      if (this.#isDue(match.length)) yield;
    }
    return fresh;
  }

  *#matches(known: Uint16Array): Slices<readonly Stretch[] | undefined> {
    const index = this.#index;
    const found: Stretch[] = [];
    /** By the distance between the two places: how far a comparison has come already. */
    const until = new Map<number, number>();
    let hash = hashAt(known, 0);
    for (let from = 0; ; from += 1) {
      for (let block = index.firstOf(hash); block !== 0; block = index.nextOf(hash, block)) {
        const at = (block - 1) * blockLength;
        this.#compared += 1;
        if (this.#compared > limits.knownAgainComparisonsMax) return undefined;
        if (this.#isDue(workPerHit)) yield;
        if ((until.get(at - from) ?? 0) > from) continue;
        const match = this.#extended(known, at, from);
        until.set(at - from, match.from + match.length);
        if (match.length >= lengthMin) found.push(match);
      }
      const next = known[from + blockLength];
      if (next === undefined) return found;
      hash = rolled(hash, known[from] ?? 0, next);
      if (this.#isDue(1)) yield;
    }
  }

  #isDue(work: number): boolean {
    this.#done += work;
    if (this.#done < workPerSlice) return false;
    this.#done = 0;
    return true;
  }

  /** The longest stretch around two places at which both may read alike; of length 0 if none. */
  #extended(known: Uint16Array, at: number, from: number): Stretch {
    const { text } = this.#index;
    let end = 0;
    while (at + end < text.length && text[at + end] === known[from + end]) end += 1;
    let before = 0;
    if (end >= blockLength) {
      while (before < at && before < from && text[at - before - 1] === known[from - before - 1]) {
        before += 1;
      }
    }
    this.#compared += end + before;
    this.#done += end + before;
    return { at: at - before, length: end + before, from: from - before };
  }

  /**
   * Takes what no earlier text had: of a match, all or nothing of it, for a few characters beside
   * what was known before may be alike by chance.
   */
  #claim({ at, length, from }: Stretch): readonly Stretch[] {
    const fresh: Stretch[] = [];
    let count = 0;
    for (let place = at; place < at + length; place += 1) {
      if (this.#isFound[place] === 1) continue;
      let end = place;
      while (end < at + length && this.#isFound[end] === 0) end += 1;
      fresh.push({ at: place, length: end - place, from: from + place - at });
      count += end - place;
      place = end;
    }
    if (count < lengthMin) return [];
    this.#isFound.fill(1, at, at + length);
    this.#left -= count;
    return fresh;
  }
}

function hashAt(codes: Uint16Array, from: number): number {
  let hash = 0;
  for (let at = from; at < from + blockLength; at += 1) {
    hash = (Math.imul(hash, base) + (codes[at] ?? 0)) | 0;
  }
  return hash;
}

function rolled(hash: number, first: number, next: number): number {
  return (Math.imul(hash - Math.imul(first, highest), base) + next) | 0;
}

function highestPower(): number {
  let power = 1;
  for (let at = 1; at < blockLength; at += 1) power = Math.imul(power, base);
  return power;
}
