import { SluiceError, type Label } from '@sluice/core';
import { descendMinimal } from './descend.ts';
import { generatorsOf, notAbove, type Generators } from './generators.ts';
import { HittingSets } from './hitting-sets.ts';
import { byImportance, type Importance } from './importance.ts';
import { fullLabel, isSimilar, minimalOnly, type LabelSearch, type Search } from './search.ts';
import { shrink } from './shrink.ts';

/** More hitting sets than this are not kept: n answers can have 2^n of them. */
const hittingSetsMax = 10_000;

/**
 * The minimal labels by shrinking and hitting sets (Reiter's diagnoses, MARCO): one answer is found
 * by taking generators away; whatever else there is lacks a generator of every answer so far, so
 * the search goes on from what is left without a minimal hitting set of the answers, until no such
 * rest is lambda-similar. Equal to algorithm 1 where the loss never grows with the label, at some
 * tens of contexts for an answer instead of all its supersets. Where more documents can serve worse
 * it may find other minimal labels than algorithm 1, each lambda-similar all the same.
 * Where the joins of the labels present are no distributive lattice it is algorithm 1.
 */
export function enumerateMinimal(importance: Importance): Search {
  return async (search) => {
    const generators = generatorsOf(search);
    if (!generators.arePrime) return descendMinimal(search);
    const ordered = await byImportance(search, generators, importance);
    const answers = new Answers(search, { ...generators, all: ordered });
    const found = await answers.all();
    return found.length === 0 ? [fullLabel(search)] : found;
  };
}

class Answers {
  readonly #search: LabelSearch;
  readonly #generators: Generators;
  readonly #hitting = new HittingSets<Label>();
  /** Labels with too large a loss: by monotony, so have all that flow to them. */
  readonly #refuted: Label[] = [];

  constructor(search: LabelSearch, generators: Generators) {
    this.#search = search;
    this.#generators = generators;
  }

  async all(): Promise<readonly Label[]> {
    const found: Label[] = [];
    for (;;) {
      const seed = await this.#nextSeed();
      if (seed === undefined) return minimalOnly(this.#search.space, found);
      const answer = await shrink(seed, (some) => this.#suffices(some));
      found.push(this.#generators.join(answer));
      this.#hitting.add(this.#generators.highest(answer));
      if (this.#hitting.minimal.length > hittingSetsMax) throw tooManyAnswers();
    }
  }

  /** A lambda-similar set of generators that holds no answer; `undefined` where there is none. */
  async #nextSeed(): Promise<readonly Label[] | undefined> {
    for (const hitting of this.#hitting.minimal) {
      let seed = this.#generators.all;
      for (const label of hitting) seed = notAbove(this.#search.space, seed, label);
      if (await this.#suffices(seed)) return seed;
    }
    return undefined;
  }

  async #suffices(some: readonly Label[]): Promise<boolean> {
    const { space } = this.#search;
    const label = this.#generators.join(some);
    if (this.#refuted.some((refuted) => space.flowsTo(label, refuted))) return false;
    if (await isSimilar(this.#search, label)) return true;
    this.#refuted.push(label);
    return false;
  }
}

function tooManyAnswers(): SluiceError {
  return new SluiceError(
    'limit-exceeded',
    'a search has too many minimal labels to find them all',
    {
      hint: 'search with fewer labels, or with another lambda',
    },
  );
}
