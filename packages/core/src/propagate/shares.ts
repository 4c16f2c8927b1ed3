import { phraseOf } from './fold.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { WantedHashes, wordHashes, type SharedHashes } from './word-pairs.ts';
import type { Slices, Work } from './work.ts';

/** What a region has of all the words that are looked for: hashes of words and of neighbours. */
export interface Share extends SharedHashes {
  readonly region: IndexedRegion;
}

/** What the regions share with some texts, read once for all of them; others are left out. */
export function* sharesOf(
  texts: readonly (readonly string[])[],
  corpus: readonly IndexedRegion[],
  work: Work,
): Slices<readonly Share[]> {
  const wanted = new WantedHashes();
  for (const words of texts) {
    work.spend(words.length);
    wanted.add(wordHashes(phraseOf(words)));
  }
  const shares: Share[] = [];
  for (const region of corpus) {
    work.spend(region.index.phrase.length);
    const { words, pairs } = region.index.shares(wanted);
    if (words.size > 0) shares.push({ region, words, pairs });
    if (work.isDue) yield;
  }
  return shares;
}
