import type { WordSequence } from './word-sequence.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { WantedHashes, type SharedHashes } from './text/word-pairs.ts';
import type { Slices } from '../../history/slices.ts';
import type { Work } from './work.ts';

/** The words of a region, of all that are looked for: hashes of words and of neighbours. */
export interface Share extends SharedHashes {
  readonly region: IndexedRegion;
}

/** The shares of regions in some sequences, read once for all of them; others are left out. */
export function* sharesOf(
  sequences: Iterable<WordSequence>,
  corpus: readonly IndexedRegion[],
  work: Work,
): Slices<readonly Share[]> {
  const wanted = new WantedHashes();
  for (const { hashes } of sequences) wanted.add(hashes);
  const shares: Share[] = [];
  for (const region of corpus) {
    work.spend(region.index.phrase.length);
    const { words, pairs } = region.index.shares(wanted);
    if (words.size > 0) shares.push({ region, words, pairs });
    if (work.isDue) yield;
  }
  return shares;
}
