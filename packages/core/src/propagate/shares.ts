import { phraseOf } from './fold.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { common, wordHashes } from './word-pairs.ts';
import type { Slices, Work } from './work.ts';

/** What a region has of all the words that are looked for: hashes of words and of neighbours. */
export interface Share {
  readonly region: IndexedRegion;
  readonly words: ReadonlySet<number>;
  readonly pairs: ReadonlySet<number>;
}

/** What the regions share with some texts, read once for all of them; others are left out. */
export function* sharesOf(
  texts: readonly (readonly string[])[],
  corpus: readonly IndexedRegion[],
  work: Work,
): Slices<readonly Share[]> {
  const [wordSet, pairSet] = [new Set<number>(), new Set<number>()];
  for (const words of texts) {
    work.spend(words.length);
    const hashes = wordHashes(phraseOf(words));
    for (const word of Array.from(hashes.words)) wordSet.add(word);
    for (const pair of Array.from(hashes.pairs)) pairSet.add(pair);
  }
  const shares: Share[] = [];
  for (const region of corpus) {
    work.spend(region.index.phrase.length);
    const { words, pairs } = region.index.hashes;
    const share = { region, words: common(wordSet, words), pairs: common(pairSet, pairs) };
    if (share.words.size > 0) shares.push(share);
    if (work.isDue) yield;
  }
  return shares;
}
