import { limits } from '../limits.ts';

/** A stretch that stands in both texts. */
export interface Stretch {
  /** Where it begins in the text that is asked about. */
  readonly at: number;
  readonly length: number;
  /** Where it begins in the known text. */
  readonly from: number;
}

const least = limits.knownAgainCharactersMin;
/** Every stretch of `least` characters holds a whole block, whatever it begins with. */
const blockLength = least / 2;
const base = 0x01_00_01_93;
const highest = highestPower();

/**
 * Finds what of one text stands in others, each character in the first of them that holds it in a
 * stretch of 32 or more. The text's own blocks are indexed, and the others pass by once: a rolling
 * hash for each place, and a comparison where a block may begin. Work is counted.
 */
export class RepeatedStretches {
  readonly #text: Uint16Array;
  /** Where the text's blocks begin, by their hash. */
  readonly #blocks: Map<number, number[]> = new Map();
  /** One bit for some of the bits of each hash: most places of most texts end here. */
  readonly #hint = new Uint8Array(0x1_00_00);
  readonly #isFound: Uint8Array;
  #compared = 0;
  #passed = 0;

  constructor(text: Uint16Array) {
    this.#text = text;
    this.#isFound = new Uint8Array(text.length);
    for (let at = 0; at + blockLength <= text.length; at += blockLength) {
      const hash = hashAt(text, at);
      const alike = this.#blocks.get(hash);
      if (alike === undefined) this.#blocks.set(hash, [at]);
      else alike.push(at);
      this.#hint[hash & 0xff_ff] = 1;
    }
  }

  /** What of the text stands in this one, and in none before; `undefined`: over the budget. */
  in(known: Uint16Array): readonly Stretch[] | undefined {
    this.#passed += known.length;
    if (this.#passed > limits.knownAgainScanCharactersMax) return undefined;
    const matches = known.length < least ? [] : this.#matches(known);
    return matches?.flatMap((match) => this.#claim(match));
  }

  #matches(known: Uint16Array): readonly Stretch[] | undefined {
    const found: Stretch[] = [];
    /** By the distance between the two places: how far a comparison has come already. */
    const until = new Map<number, number>();
    let hash = hashAt(known, 0);
    for (let from = 0; ; from += 1) {
      if (this.#hint[hash & 0xff_ff] === 1) {
        for (const at of this.#blocks.get(hash) ?? []) {
          this.#compared += 1;
          if (this.#compared > limits.knownAgainComparisonsMax) return undefined;
          if ((until.get(at - from) ?? 0) > from) continue;
          const match = this.#extended(known, at, from);
          until.set(at - from, match.from + match.length);
          if (match.length >= least) found.push(match);
        }
      }
      const next = known[from + blockLength];
      if (next === undefined) return found;
      hash = rolled(hash, known[from] ?? 0, next);
    }
  }

  /** The longest stretch around two places at which both may read alike; of length 0 if none. */
  #extended(known: Uint16Array, at: number, from: number): Stretch {
    const text = this.#text;
    let end = 0;
    while (at + end < text.length && text[at + end] === known[from + end]) end += 1;
    let before = 0;
    if (end >= blockLength) {
      while (before < at && before < from && text[at - before - 1] === known[from - before - 1]) {
        before += 1;
      }
    }
    this.#compared += end + before;
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
    if (count < least) return [];
    this.#isFound.fill(1, at, at + length);
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
