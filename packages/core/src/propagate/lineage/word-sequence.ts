import { phraseOf } from './text/fold.ts';
import { wordHashes, type WordHashes } from './text/word-pairs.ts';

/** Words in a row, as positions in the value: `from` inclusive, `to` exclusive. */
export interface WordRun {
  readonly from: number;
  readonly to: number;
  /** Evidence: common words that meet by chance are none. */
  readonly isTelling: boolean;
  /** So long that it is copied, even where each of its words stands somewhere else as well. */
  readonly isCopied: boolean;
}

/** So many words in a row are copied. */
const copiedWordsMin = 5;

const functionWords = new Set(
  (
    'a about all also an and any are as at be been but by can could did do does for from get had ' +
    'has have he her here him his how i if in into is it its just let like me more my no not of ' +
    'on one or our out please she should so some than thank thanks that the their them then there ' +
    'these they this to up us was we were what when where which who will with would you your'
  ).split(' '),
);

/** True if a word says something of its text, apart from its grammar. */
export function isContentWord(word: string): boolean {
  return weightOf(word) >= 3 && !functionWords.has(word);
}

/** Letters, and three for a character of a script in which a character is a word. */
function weightOf(word: string): number {
  return word.length === 1 && word > '\u2e80' ? 3 : word.length;
}

/** A long value as words, to find out which of them stand in a region. */
export class WordSequence {
  readonly length: number;
  /** The hashes of the words and their pairs, in their order. */
  readonly hashes: WordHashes;
  /** The weight of each word that says something, 0 for the others. */
  readonly weights: Float64Array;
  /** How many words before a place say something, and how much they weigh together. */
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  constructor(words: readonly string[]) {
    this.length = words.length;
    this.hashes = wordHashes(phraseOf(words));
    this.weights = new Float64Array(words.length);
    this.#counts = new Float64Array(words.length + 1);
    this.#sums = new Float64Array(words.length + 1);
    for (const [at, word] of words.entries()) {
      const weight = isContentWord(word) ? weightOf(word) : 0;
      this.weights[at] = weight;
      this.#counts[at + 1] = (this.#counts[at] ?? 0) + (weight > 0 ? 1 : 0);
      this.#sums[at + 1] = (this.#sums[at] ?? 0) + weight;
    }
  }

  /** The runs of at least two words whose pairs of neighbours are among those that are known. */
  runsIn(known: ReadonlySet<number>): readonly WordRun[] {
    const { pairs } = this.hashes;
    const runs: WordRun[] = [];
    let from: number | undefined;
    for (let at = 0; at <= pairs.length; at += 1) {
      const pair = pairs[at];
      const shared = pair !== undefined && known.has(pair);
      if (shared) from ??= at;
      else if (from !== undefined) {
        runs.push(this.#run(from, at + 1));
        from = undefined;
      }
    }
    return runs;
  }

  #run(from: number, to: number): WordRun {
    const words = (this.#counts[to] ?? 0) - (this.#counts[from] ?? 0);
    const weight = (this.#sums[to] ?? 0) - (this.#sums[from] ?? 0);
    const isTelling = words >= 2 && weight >= (words >= 3 ? 9 : 10);
    return { from, to, isTelling, isCopied: isTelling && to - from >= copiedWordsMin };
  }
}
