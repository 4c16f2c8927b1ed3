const space = 0x20;
/** Hashes stay whole numbers of 32 bits with a sign, which engines keep small. */
const firstSeed = 0x81_1c_9d_c5 | 0;
const secondSeed = 0x9e_37_79_b9 | 0;

/**
 * Hashes of the words of a phrase (`phraseOf`) and of each two neighbours, in order: FNV-1a over
 * UTF-16 code units. A collision can add or spare a source of a long value, nothing else.
 */
export interface WordHashes {
  readonly words: Int32Array;
  readonly pairs: Int32Array;
}

/** Longer ones are read once, and their hashes kept. */
export const shortPhraseMax = 256;

export function wordHashes(phrase: string): WordHashes {
  const isShort = phrase.length <= shortPhraseMax;
  const words = isShort ? shortWords : arrayFor(phrase.length);
  const pairs = isShort ? shortPairs : arrayFor(phrase.length);
  const count = hashInto(words, pairs, phrase);
  return { words: words.slice(0, count), pairs: pairs.slice(0, Math.max(0, count - 1)) };
}

/** A word and the space after it are two characters at least. */
function arrayFor(characters: number): Int32Array {
  return new Int32Array(characters >> 1);
}

/** Those of one short phrase, until the next one is read: most phrases are short. */
const [shortWords, shortPairs] = [arrayFor(shortPhraseMax), arrayFor(shortPhraseMax)];

/** Returns how many words there are. */
function hashInto(words: Int32Array, pairs: Int32Array, phrase: string): number {
  let count = 0;
  let word = firstSeed;
  let pair = 0;
  for (let at = 1; at < phrase.length; at += 1) {
    const unit = phrase.charCodeAt(at);
    if (unit === space) {
      if (count > 0) pairs[count - 1] = pair;
      words[count] = word;
      count += 1;
      pair = word ^ secondSeed;
      word = firstSeed;
    } else {
      word = Math.imul(word ^ unit, 0x01_00_01_93);
      pair = Math.imul(pair ^ unit, 0x01_00_01_93);
    }
  }
  return count;
}

/** The words and pairs that a phrase has, of those that are looked for. */
export interface SharedHashes {
  readonly words: ReadonlySet<number>;
  readonly pairs: ReadonlySet<number>;
}

/** The words and pairs of all texts that are looked for. */
export class WantedHashes {
  readonly #words = new HashSet();
  readonly #pairs = new HashSet();

  add({ words, pairs }: WordHashes): void {
    for (let at = 0; at < words.length; at += 1) this.#words.add(words[at] ?? 0);
    for (let at = 0; at < pairs.length; at += 1) this.#pairs.add(pairs[at] ?? 0);
  }

  /** Those of a phrase of at most `shortPhraseMax` characters. */
  inShort(phrase: string): SharedHashes {
    const count = hashInto(shortWords, shortPairs, phrase);
    return {
      words: this.#words.among(shortWords, count),
      pairs: this.#pairs.among(shortPairs, count - 1),
    };
  }

  in({ words, pairs }: WordHashes): SharedHashes {
    return {
      words: this.#words.among(words, words.length),
      pairs: this.#pairs.among(pairs, pairs.length),
    };
  }
}

const none: ReadonlySet<number> = new Set();
const bitsMax = 1_024;

/** A set that is asked for many hashes of which it has few. */
class HashSet {
  readonly #hashes = new Set<number>();
  /** Not 0 for the last bits of each: most others are told by a look at these. */
  readonly #bits = new Uint8Array(bitsMax);

  add(hash: number): void {
    this.#hashes.add(hash);
    this.#bits[hash & (bitsMax - 1)] = 1;
  }

  /** Those of the first `count` hashes that it has. */
  among(hashes: Int32Array, count: number): ReadonlySet<number> {
    let found: Set<number> | undefined;
    for (let at = 0; at < count; at += 1) {
      const hash = hashes[at] ?? 0;
      if (this.#bits[hash & (bitsMax - 1)] !== 0 && this.#hashes.has(hash)) {
        (found ??= new Set()).add(hash);
      }
    }
    return found ?? none;
  }
}
