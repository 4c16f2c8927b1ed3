import {
  isContentWord,
  isCopied,
  isTelling,
  runsIn,
  sequenceOf,
  weightOf,
  type WordRun,
  type WordSequence,
} from './coverage.ts';
import type { DraftValue } from './draft-values.ts';
import { limits } from '../limits.ts';
import type { IndexedRegion } from './lineage-index.ts';
import type { Sources } from './sources.ts';
import { common } from './word-pairs.ts';

/** What a region shares with a value. */
interface Shared {
  readonly region: IndexedRegion;
  readonly runs: readonly WordRun[];
}

/** Less than this of a value's letters is left to chance. */
const gainMin = 8;

/**
 * Finds the sources of a value that stands in no region as a whole: the regions that may be shown
 * anyway explain what they can; what is left, and what is plainly copied, is covered greedily by
 * further regions, the least restrictive first. Words that nothing explains are the model's own.
 * Past `limits.tracedSourcesMax` every region that shares two words in a row is a source.
 */
export function coverByWords(
  sources: Sources,
  value: DraftValue,
  { words, corpus }: { words: readonly string[]; corpus: readonly IndexedRegion[] },
): void {
  const sequence = sequenceOf(words);
  let rest = corpus.map((region) => ({ region, runs: runsIn(sequence, region.index) }));
  const explained = new Explained(sequence);
  for (let round = 0; ; round += 1) {
    for (const shared of rest.filter(({ region }) => sources.isFree(region))) {
      if (explained.byFree(shared)) sources.take(value, shared.region, howOf(sequence, shared));
    }
    rest = rest.filter(({ region, runs }) => runs.length > 0 && !sources.isFree(region));
    const best = bestOf(sources, rest, explained);
    if (best === undefined) return;
    if (round === limits.tracedSourcesMax) {
      for (const { region } of rest) sources.take(value, region, 'phrase');
      return;
    }
    sources.take(value, best.region, 'phrase');
  }
}

function bestOf(
  sources: Sources,
  rest: readonly Shared[],
  explained: Explained,
): Shared | undefined {
  let best: Shared | undefined;
  let most = 0;
  for (const shared of rest) {
    const gain = explained.gainOf(shared);
    if (gain < gainMin) continue;
    const isBetter =
      best === undefined ||
      sources.isLess(shared.region, best.region) ||
      (gain > most && !sources.isLess(best.region, shared.region));
    if (!isBetter) continue;
    best = shared;
    most = gain;
  }
  return best;
}

/** Which words of a value the sources chosen so far account for. */
class Explained {
  readonly #sequence: WordSequence;
  /** 0: by nothing; 1: a chosen region has the word; 2: it has it in a telling run. */
  readonly #degree: Uint8Array;

  constructor(sequence: WordSequence) {
    this.#sequence = sequence;
    this.#degree = new Uint8Array(sequence.words.length);
  }

  /** Notes what a region explains that may be shown; says whether that was worth a mention. */
  byFree({ region, runs }: Shared): boolean {
    let isNew = false;
    for (const run of runs.filter((each) => isTelling(this.#sequence, each))) {
      isNew ||= this.#weigh(run, (degree) => degree < 2) >= gainMin;
      this.#degree.fill(2, run.from, run.to);
    }
    const { words, hashes, wordSet } = this.#sequence;
    const known = common(wordSet, region.index.hashes.words);
    if (known.size === 0) return isNew;
    for (const [at, word] of words.entries()) {
      if (this.#degree[at] !== 0 || !known.has(hashes.words[at] ?? 0)) continue;
      this.#degree[at] = 1;
      isNew ||= isContentWord(word) && region.entry.source.kind !== 'tool';
    }
    return isNew;
  }

  /** Letters that only this region would explain. */
  gainOf({ runs }: Shared): number {
    let gain = 0;
    for (const run of runs) {
      if (isCopied(this.#sequence, run)) gain += this.#weigh(run, (degree) => degree < 2);
      else if (isTelling(this.#sequence, run)) gain += this.#weigh(run, (degree) => degree === 0);
    }
    return gain;
  }

  #weigh({ from, to }: WordRun, counts: (degree: number) => boolean): number {
    let weight = 0;
    for (let at = from; at < to; at += 1) {
      const word = this.#sequence.words[at] ?? '';
      if (counts(this.#degree[at] ?? 0) && isContentWord(word)) weight += weightOf(word);
    }
    return weight;
  }
}

function howOf(sequence: WordSequence, { runs }: Shared): 'phrase' | 'word' {
  return runs.some((run) => isTelling(sequence, run)) ? 'phrase' : 'word';
}
