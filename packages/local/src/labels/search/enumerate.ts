import { SluiceError, type Label } from '@sluice/core';
import { byRemoval, descendMinimal, descentOf } from './descend.ts';
import { generatorsOf, notAbove, type Generators } from './generators.ts';
import { HittingSets } from './hitting-sets.ts';
import { byImportance, type Importance } from './importance.ts';
import { fullLabel, minimalOnly, type LabelSearch, type Search } from './search.ts';
import { shrink } from './shrink.ts';

/** More hitting sets than this are not kept: n answers can have 2^n of them. */
const hittingSetsMax = 10_000;

/**
 * The minimal labels by shrinking and hitting sets (Reiter's diagnoses, MARCO): one answer is found
 * by taking generators away; whatever else there is lacks a generator of every answer so far, so
 * the search goes on from what is left without a minimal hitting set of the answers, until no such
 * rest is lambda-similar. Some tens of contexts for an answer instead of all its supersets.
 *
 * Equal to algorithm 1 where the loss never grows with the label. A model's loss does grow where
 * more documents serve worse, so nothing is concluded from that: every label that is answered, and
 * every one that was seen to be lambda-similar on the way, is descended from as algorithm 1 does,
 * and a rest that is not lambda-similar is tried again with less. So no label
 * answered has a lambda-similar child; it may still miss an answer that algorithm 1 comes to.
 * Where the joins of the labels present are no distributive lattice it is algorithm 1.
 */
export function enumerateMinimal(importance: Importance): Search {
  return async (search) => {
    const generators = generatorsOf(search);
    if (!generators.arePrime) return descendMinimal(search);
    const seen = new Set([fullLabel(search)]);
    const watched = watchedSearch(search, seen);
    const all = await byImportance(watched, generators, importance);
    return new Answers(watched, { ...generators, all }, seen).all();
  };
}

/** The same search, of which each label that is seen to be lambda-similar is noted. */
function watchedSearch(search: LabelSearch, seen: Set<Label>): LabelSearch {
  const { losses, lambda } = search;
  const noted =
    (ask: (label: Label) => Promise<number>) =>
    async (label: Label): Promise<number> => {
      const loss = await ask(label);
      if (loss <= lambda) seen.add(label);
      return loss;
    };
  return { ...search, losses: { at: noted(losses.at), exact: noted(losses.exact) } };
}

class Answers {
  readonly #search: LabelSearch;
  readonly #generators: Generators;
  readonly #hitting = new HittingSets<Label>();
  readonly #seen: ReadonlySet<Label>;
  readonly #descend: (from: Label) => Promise<readonly Label[]>;
  /** Seen labels that were descended from. */
  readonly #settled = new Set<Label>();
  /** Rests that gave a start, or none. */
  readonly #tried = new Set<Label>();

  constructor(search: LabelSearch, generators: Generators, seen: ReadonlySet<Label>) {
    this.#search = search;
    this.#generators = generators;
    this.#seen = seen;
    this.#descend = descentOf(search, byRemoval(generators));
  }

  async all(): Promise<readonly Label[]> {
    for (;;) {
      const start = await this.#nextStart();
      if (start === undefined) return minimalOnly(this.#search.space, this.#seen);
      await shrink(start, (some) => this.#suffices(some));
      await this.#settle();
      // Algorithm 1 too ends here where nothing less than the whole context is lambda-similar.
      if (this.#seen.size === 1) return [...this.#seen];
    }
  }

  /** Descends from the lowest of all that was seen, until nothing lower comes up. */
  async #settle(): Promise<void> {
    for (;;) {
      const lowest = minimalOnly(this.#search.space, this.#seen);
      const open = lowest.filter((label) => !this.#settled.has(label));
      if (open.length === 0) return;
      for (const label of open) {
        this.#settled.add(label);
        for (const answer of await this.#descend(label)) this.#add(answer);
      }
    }
  }

  #add(answer: Label): void {
    this.#settled.add(answer);
    this.#hitting.add(this.#generators.highest(this.#generators.under(answer)));
    if (this.#hitting.minimal.length > hittingSetsMax) throw tooManyAnswers();
  }

  /** Lambda-similar generators that hold no answer so far; `undefined` where none are found. */
  async #nextStart(): Promise<readonly Label[] | undefined> {
    for (const hitting of this.#hitting.minimal) {
      let rest = this.#generators.all;
      for (const label of hitting) rest = notAbove(this.#search.space, rest, label);
      const label = this.#generators.join(rest);
      if (this.#tried.has(label)) continue;
      this.#tried.add(label);
      const start = await this.#startIn(rest);
      if (start !== undefined) return start;
    }
    return undefined;
  }

  /** All of them; or without one, the least important first; or without ever more of these. */
  async #startIn(rest: readonly Label[]): Promise<readonly Label[] | undefined> {
    const { space } = this.#search;
    const less = rest.toReversed().map((label) => notAbove(space, rest, label));
    const ever = rest.map((_, at) => rest.slice(0, rest.length - at - 1));
    for (const some of [rest, ...less, ...ever]) if (await this.#suffices(some)) return some;
    return undefined;
  }

  async #suffices(some: readonly Label[]): Promise<boolean> {
    const label = this.#generators.join(some);
    if (this.#seen.has(label)) return true;
    await this.#search.losses.at(label);
    return this.#seen.has(label);
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
