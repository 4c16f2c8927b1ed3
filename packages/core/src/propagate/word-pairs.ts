const space = 0x20;
/** Hashes stay whole numbers of 32 bits with a sign, which engines keep small. */
const firstSeed = 0x81_1c_9d_c5 | 0;
const secondSeed = 0x9e_37_79_b9 | 0;

/**
 * Hashes of the words of a phrase (`phraseOf`) and of each two neighbours, in order: FNV-1a over
 * UTF-16 code units. A collision can add or spare a source of a long value, nothing else.
 */
export interface WordHashes {
  readonly words: ArrayLike<number>;
  readonly pairs: ArrayLike<number>;
}

/** From here on the smaller memory is worth making a typed array. */
const manyWords = 64;

export function wordHashes(phrase: string): WordHashes {
  const words: number[] = [];
  const pairs: number[] = [];
  let word = firstSeed;
  let pair = 0;
  for (let at = 1; at < phrase.length; at += 1) {
    const unit = phrase.charCodeAt(at);
    if (unit === space) {
      if (words.length > 0) pairs.push(pair);
      words.push(word);
      pair = word ^ secondSeed;
      word = firstSeed;
    } else {
      word = Math.imul(word ^ unit, 0x01_00_01_93);
      pair = Math.imul(pair ^ unit, 0x01_00_01_93);
    }
  }
  if (words.length < manyWords) return { words, pairs };
  return { words: new Int32Array(words), pairs: new Int32Array(pairs) };
}

const none: ReadonlySet<number> = new Set();

/** Those of some hashes that are among the others. */
export function common(some: ReadonlySet<number>, others: ArrayLike<number>): ReadonlySet<number> {
  let found: Set<number> | undefined;
  for (let at = 0; at < others.length; at += 1) {
    const hash = others[at] ?? 0;
    if (some.has(hash)) (found ??= new Set()).add(hash);
  }
  return found ?? none;
}
