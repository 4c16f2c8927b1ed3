import type { Slices } from '../../history/slices.ts';
import { limits } from '../../limits.ts';
import type { DraftValue } from './draft-values.ts';
import type { IndexedRegion } from './lineage-index.ts';
import type { Sources } from './sources.ts';
import { type SharedHashes, WantedHashes } from './text/word-pairs.ts';
import { type WordRun, WordSequence } from './word-sequence.ts';
import type { Work } from './work.ts';

/** The words of a region, of all that are looked for: hashes of words and of neighbours. */
interface Share extends SharedHashes {
  readonly region: IndexedRegion;
}

/** The words that a region shares with one value. */
interface Shared extends Share {
  readonly runs: readonly WordRun[];
}

/** Less than this of a value's letters is left to chance. */
const gainMin = 8;
/** The cost of a look at a region, and of comparing two labels. */
const regionUnits = 5;
const labelUnits = 50;

/**
 * Finds the sources of values that stand in no region as a whole: the regions that may be shown
 * anyway explain what they can; what is left, and what is plainly copied, is covered greedily by
 * further regions, the least restrictive first. Words that nothing explains are the model's own.
 * Past `limits.tracedSourcesMax` every region that shares two words in a row is a source.
 */
export class Cover {
  readonly #texts: readonly (readonly string[])[];
  readonly #sequences = new Map<readonly string[], WordSequence>();
  readonly #corpus: readonly IndexedRegion[];
  readonly #work: Work;
  #shares: readonly Share[] | undefined;

  constructor(
    texts: readonly (readonly string[])[],
    { corpus, work }: { readonly corpus: readonly IndexedRegion[]; readonly work: Work },
  ) {
    this.#texts = texts.filter((words) => words.length > 1);
    this.#corpus = corpus;
    this.#work = work;
  }

  /** Takes the sources of one value. */
  *take(sources: Sources, value: DraftValue, words: readonly string[]): Slices<undefined> {
    this.#shares ??= yield* this.#sharesOfAll();
    const sequence = this.#sequenceOf(words);
    const explained = new Explained(sequence, this.#work);
    let rest = yield* this.#sharedWith(sequence, this.#shares);
    for (let round = 0; ; round += 1) {
      this.#work.spend(rest.length * regionUnits);
      for (const shared of rest.filter(({ region }) => sources.isFree(region))) {
        if (explained.byFree(shared)) sources.take(value, shared.region, howOf(shared));
        if (this.#work.isDue) yield;
      }
      rest = rest.filter(({ region, runs }) => runs.length > 0 && !sources.isFree(region));
      const best = yield* this.#bestOf(sources, rest, explained);
      if (best === undefined) return undefined;
      if (round === limits.tracedSourcesMax) {
        for (const { region } of rest) sources.take(value, region, 'phrase');
        return undefined;
      }
      sources.take(value, best.region, 'phrase');
      if (this.#work.isDue) yield;
    }
  }

  #sharesOfAll(): Slices<readonly Share[]> {
    const sequences = this.#texts.map((words) => {
      this.#work.spend(words.length);
      return this.#sequenceOf(words);
    });
    return sharesOf(new Set(sequences), this.#corpus, this.#work);
  }

  #sequenceOf(words: readonly string[]): WordSequence {
    const known = this.#sequences.get(words) ?? new WordSequence(words);
    this.#sequences.set(words, known);
    return known;
  }

  *#sharedWith(sequence: WordSequence, shares: readonly Share[]): Slices<readonly Shared[]> {
    const shared: Shared[] = [];
    for (const share of shares) {
      this.#work.spend(regionUnits + (share.pairs.size === 0 ? 0 : sequence.length));
      const { region, words, pairs } = share;
      shared.push({ region, words, pairs, runs: pairs.size === 0 ? [] : sequence.runsIn(pairs) });
      if (this.#work.isDue) yield;
    }
    return shared;
  }

  *#bestOf(
    sources: Sources,
    rest: readonly Shared[],
    explained: Explained,
  ): Slices<Shared | undefined> {
    let best: Shared | undefined;
    let bestGain = 0;
    for (const shared of rest) {
      const gain = explained.gainOf(shared);
      if (this.#work.isDue) yield;
      if (gain < gainMin) continue;
      this.#work.spend(labelUnits);
      const isBetter =
        best === undefined ||
        sources.isLess(shared.region, best.region) ||
        (gain > bestGain && !sources.isLess(best.region, shared.region));
      if (!isBetter) continue;
      best = shared;
      bestGain = gain;
    }
    return best;
  }
}

/** The shares of regions in some sequences, read once for all of them; others are left out. */
function* sharesOf(
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

/** Which words of a value the sources chosen so far account for. */
class Explained {
  readonly #sequence: WordSequence;
  readonly #work: Work;
  /** 0: by nothing; 1: a chosen region has the word; 2: it has it in a telling run. */
  readonly #degree: Uint8Array;

  constructor(sequence: WordSequence, work: Work) {
    this.#sequence = sequence;
    this.#work = work;
    this.#degree = new Uint8Array(sequence.length);
  }

  /** Notes what a region explains that may be shown; says whether that was worth a mention. */
  byFree({ region, runs, words }: Shared): boolean {
    let isNew = false;
    for (const run of runs.filter(({ isTelling }) => isTelling)) {
      isNew ||= this.#weigh(run, 2) >= gainMin;
      this.#degree.fill(2, run.from, run.to);
    }
    const { hashes, weights, length } = this.#sequence;
    this.#work.spend(length);
    for (let at = 0; at < length; at += 1) {
      if (this.#degree[at] !== 0 || !words.has(hashes.words[at] ?? 0)) continue;
      this.#degree[at] = 1;
      isNew ||= (weights[at] ?? 0) > 0 && region.entry.source.kind !== 'tool';
    }
    return isNew;
  }

  /** Letters that only this region would explain. */
  gainOf({ runs }: Shared): number {
    let gain = 0;
    for (const run of runs) {
      if (run.isTelling) gain += this.#weigh(run, run.isCopied ? 2 : 1);
    }
    return gain;
  }

  /** The letters of a run that are accounted for to less than a degree. */
  #weigh({ from, to }: WordRun, degree: number): number {
    this.#work.spend(1 + to - from);
    let weight = 0;
    for (let at = from; at < to; at += 1) {
      if ((this.#degree[at] ?? 0) < degree) weight += this.#sequence.weights[at] ?? 0;
    }
    return weight;
  }
}

function howOf({ runs }: Shared): 'phrase' | 'word' {
  return runs.some(({ isTelling }) => isTelling) ? 'phrase' : 'word';
}
