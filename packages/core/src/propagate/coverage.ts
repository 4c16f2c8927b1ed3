import { phraseOf } from './fold.ts';
import type { RegionIndex } from './region-index.ts';
import { common, wordHashes, type WordHashes } from './word-pairs.ts';

/** Words in a row, as positions in the value: `from` inclusive, `to` exclusive. */
export interface WordRun {
  readonly from: number;
  readonly to: number;
}

/** A long value as words, to find out which of them stand in a region. */
export interface WordSequence {
  readonly words: readonly string[];
  /** Of the words and their pairs, in their order. */
  readonly hashes: WordHashes;
  readonly wordSet: ReadonlySet<number>;
  readonly pairSet: ReadonlySet<number>;
}

export function sequenceOf(words: readonly string[]): WordSequence {
  const hashes = wordHashes(phraseOf(words));
  const { words: wordSet, pairs: pairSet } = hashes;
  return {
    words,
    hashes,
    wordSet: new Set(Array.from(wordSet)),
    pairSet: new Set(Array.from(pairSet)),
  };
}

/** So many words in a row are copied, even where each of them stands somewhere else as well. */
const copiedWordsMin = 5;

const functionWords = new Set(
  (
    'a about all also an and any are as at be been but by can could did do does for from get had ' +
    'has have he her here him his how i if in into is it its just let like me more my no not of ' +
    'on one or our out please she should so some than thank thanks that the their them then there ' +
    'these they this to up us was we were what when where which who will with would you your'
  ).split(' '),
);

/** Whether a word says something of its text, apart from its grammar. */
export function isContentWord(word: string): boolean {
  return weightOf(word) >= 3 && !functionWords.has(word);
}

/** Letters, and three for a character of a script in which a character is a word. */
export function weightOf(word: string): number {
  return word.length === 1 && word > '\u2e80' ? 3 : word.length;
}

/** The runs of at least two words that stand in the region, too, by pairs of neighbours. */
export function runsIn(
  { hashes: { pairs }, pairSet }: WordSequence,
  region: RegionIndex,
): readonly WordRun[] {
  const known = common(pairSet, region.hashes.pairs);
  if (known.size === 0) return [];
  const runs: WordRun[] = [];
  let from: number | undefined;
  for (let at = 0; at <= pairs.length; at += 1) {
    const pair = pairs[at];
    const shared = pair !== undefined && known.has(pair);
    if (shared) from ??= at;
    else if (from !== undefined) {
      runs.push({ from, to: at + 1 });
      from = undefined;
    }
  }
  return runs;
}

/** Whether a run is evidence: common words that meet by chance are none. */
export function isTelling({ words }: WordSequence, run: WordRun): boolean {
  const content = words.slice(run.from, run.to).filter(isContentWord);
  const weight = content.reduce((sum, word) => sum + weightOf(word), 0);
  return weight >= (content.length >= 3 ? 9 : 10) && content.length >= 2;
}

export function isCopied(sequence: WordSequence, run: WordRun): boolean {
  return run.to - run.from >= copiedWordsMin && isTelling(sequence, run);
}
