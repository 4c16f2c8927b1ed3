import { keysOf, type AtomSet } from './atoms/atom-set.ts';
import type { Atom } from './atoms/atoms.ts';
import type { IndexedRegion } from './lineage-index.ts';
import type { RegionIndex } from './region-index.ts';
import { shortCharactersMax, TextSearch } from './text/text-search.ts';
import type { Slices } from '../../history/slices.ts';
import type { Work } from './work.ts';

/** Something that is looked for in regions, by what it reads as or by its words. */
export interface Wanted {
  /** Any of these readings is a match. */
  readonly atoms: readonly Atom[];
  /** Words with a space on each side; `undefined` where they alone are no match. */
  readonly phrase: string | undefined;
  /** Letters and digits that may stand with spaces between them. */
  readonly regrouped: string | undefined;
}

/** In which of the three ways it was found, the first that holds. */
export type MatchKind = 'atom' | 'phrase' | 'regrouped';

type Tell<Item> = (item: Item, how: MatchKind, region: IndexedRegion) => void;

/**
 * Looks for many things in many regions, with one walk over each region whatever is looked for:
 * else a long list of values would cost the whole history once for each of them.
 */
export class Matches<Item extends Wanted> {
  readonly #atoms: WantedAtoms<Item>;
  readonly #phrases: Keyed<Item>;
  readonly #regrouped: Keyed<Item>;
  readonly #work: Work;
  /** In the region that is looked at. */
  readonly #found = new Map<Item, MatchKind>();

  constructor(items: Iterable<Item>, work: Work) {
    const all = [...items];
    this.#work = work;
    this.#atoms = new WantedAtoms(all.filter(({ atoms }) => atoms.length > 0));
    this.#phrases = new Keyed(all, 'phrase');
    this.#regrouped = new Keyed(all, 'regrouped');
  }

  /** Tells what stands in which region. */
  *in(corpus: readonly IndexedRegion[], tell: Tell<Item>): Slices<undefined> {
    for (const region of corpus) {
      const { index } = region;
      // At once in a short one, for there are many of these.
      if (index.size <= shortCharactersMax) this.#look(index);
      else yield* this.#lookLong(index);
      if (this.#found.size > 0) {
        for (const [item, how] of this.#found) tell(item, how, region);
        this.#found.clear();
      }
      if (this.#work.isDue) yield;
    }
    return undefined;
  }

  #look(index: RegionIndex): void {
    if (this.#atoms.size > 0) this.#takeAtoms(index.atoms(this.#work));
    this.#take(this.#phrases, this.#phrases.search.in(index.phrase, this.#work));
    if (this.#regrouped.search.size > 0 && index.hasDigit) {
      this.#take(this.#regrouped, this.#regrouped.search.in(index.phrase, this.#work));
    }
  }

  *#lookLong(index: RegionIndex): Slices<undefined> {
    if (this.#atoms.size > 0) this.#takeAtoms(yield* index.atomsOfLong(this.#work));
    this.#take(this.#phrases, yield* this.#phrases.search.inLong(index.phrase, this.#work));
    if (this.#regrouped.search.size > 0 && index.hasDigit) {
      const found = yield* this.#regrouped.search.inLong(index.phrase, this.#work);
      this.#take(this.#regrouped, found);
    }
    return undefined;
  }

  #takeAtoms(atoms: AtomSet | undefined): void {
    if (atoms === undefined) return;
    this.#atoms.in(atoms, this.#work, this.#found);
  }

  #take({ items, how }: Keyed<Item>, found: readonly number[]): void {
    for (const at of found) {
      for (const item of items[at] ?? []) {
        if (!this.#found.has(item)) this.#found.set(item, how);
      }
    }
  }
}

/** Items by a text that many of them may share. */
class Keyed<Item extends Wanted> {
  readonly how: 'phrase' | 'regrouped';
  readonly items: readonly (readonly Item[])[];
  readonly search: TextSearch;

  constructor(items: readonly Item[], key: 'phrase' | 'regrouped') {
    const byText = new Map<string, Item[]>();
    for (const item of items) {
      const text = item[key];
      if (text !== undefined) addTo(byText, text, item);
    }
    this.how = key;
    this.items = [...byText.values()];
    this.search = new TextSearch([...byText.keys()], key === 'phrase' ? 'phrase' : 'squeezed');
  }
}

class WantedAtoms<Item extends Wanted> {
  readonly #numbers = new Map<number, Item[]>();
  readonly #others = new Map<Atom, Item[]>();
  readonly #atoms = new Map<Atom, Item[]>();

  constructor(items: readonly Item[]) {
    for (const item of items) {
      for (const atom of item.atoms) {
        addTo(this.#atoms, atom, item);
        const keys = keysOf(atom);
        if (keys.number !== undefined) addTo(this.#numbers, keys.number, item);
        for (const key of keys.others) addTo(this.#others, key, item);
      }
    }
  }

  get size(): number {
    return this.#atoms.size;
  }

  /** From whichever side there is less to go through. */
  in(atoms: AtomSet, work: Work, found: Map<Item, MatchKind>): void {
    if (this.#atoms.size * lookupUnits <= atoms.size) {
      work.spend(this.#atoms.size * lookupUnits);
      for (const [atom, items] of this.#atoms) if (atoms.has(atom)) takeAtoms(items, found);
      return;
    }
    work.spend(atoms.size);
    for (const stretch of atoms.numbers) {
      for (let at = 0; at < stretch.length; at += 1) {
        const items = this.#numbers.get(stretch[at] ?? Number.NaN);
        if (items !== undefined) takeAtoms(items, found);
      }
    }
    for (const key of atoms.others) {
      const items = this.#others.get(key);
      if (items !== undefined) takeAtoms(items, found);
    }
  }
}

function takeAtoms<Item>(items: readonly Item[], found: Map<Item, MatchKind>): void {
  for (const item of items) found.set(item, 'atom');
}

/** A search in a sorted list beside a look at one key. */
const lookupUnits = 5;

function addTo<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}
