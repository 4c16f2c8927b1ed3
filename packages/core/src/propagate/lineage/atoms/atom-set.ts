import { visitAtoms, type Atom } from './atoms.ts';
import { dayOf } from './date-readings.ts';
import { segmentsOf } from '../text/segments.ts';
import type { Slices } from '../../../history/slices.ts';

const prefix = 'number:';
/** Longer ones are told apart by their digits: as doubles two of them could be one. */
const doubleCharactersMax = 16;
const none: ReadonlySet<Atom> = new Set();
/** Reading an atom costs so many times what a look at its characters does. */
const readingUnits = 3;

/** The atoms of one text, each under all its readings. */
export class AtomSet {
  /** Sorted, stretch by stretch: texts hold many numbers, and a set of them is slow to make. */
  readonly #numbers: ArrayLike<number>[] = [];
  #others: Set<Atom> | undefined;

  static of(folded: string): AtomSet {
    const made = new AtomSet();
    made.#add(folded);
    return made;
  }

  /** The set of a text of any length. */
  static *ofLong(folded: string): Slices<AtomSet> {
    const made = new AtomSet();
    for (const { start, end } of segmentsOf(folded)) {
      made.#add(folded.slice(start, end));
      yield;
    }
    return made;
  }

  /** The keys of all atoms that it has, as `keysOf` gives them: numbers, and others. */
  get numbers(): readonly ArrayLike<number>[] {
    return this.#numbers;
  }

  get others(): ReadonlySet<Atom> {
    return this.#others ?? none;
  }

  /** How many keys it has, to compare one by one what others look for. */
  get size(): number {
    let size = this.others.size;
    for (const { length } of this.#numbers) size += length;
    return size;
  }

  /** True if the text holds an atom; a date also where only its day was said, and the other way. */
  has(atom: Atom): boolean {
    const keys = keysOf(atom);
    const { others } = this;
    if (keys.others.some((key) => others.has(key))) return true;
    return keys.number !== undefined && this.#hasNumber(keys.number);
  }

  #add(folded: string): void {
    const numbers: number[] = [];
    const others: Atom[] = [];
    visitAtoms(folded, {
      number: (number) => numbers.push(number),
      readings: (atoms) => {
        for (const atom of atoms) {
          others.push(atom);
          // Under a key of its own: a day said alone is less than a full date.
          const day = dayOf(atom);
          if (day !== undefined) others.push(`day-of:${day}`);
        }
      },
    });
    if (numbers.length > 0) {
      this.#numbers.push(numbers.length < 2 ? numbers : new Float64Array(numbers).toSorted());
    }
    for (const other of others) (this.#others ??= new Set()).add(other);
  }

  #hasNumber(number: number): boolean {
    return this.#numbers.some((stretch) => {
      let [from, to] = [0, stretch.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((stretch[middle] ?? 0) < number) from = middle + 1;
        else to = middle;
      }
      return stretch[from] === number;
    });
  }
}

/** Where an atom is found in a set: any of these keys. */
export interface AtomKeys {
  readonly number: number | undefined;
  readonly others: readonly Atom[];
}

export function keysOf(atom: Atom): AtomKeys {
  if (atom.startsWith(prefix)) {
    const number = atom.slice(prefix.length);
    const isDouble = number.length <= doubleCharactersMax;
    return { number: isDouble ? Number(number) : undefined, others: [atom] };
  }
  if (atom.startsWith('day:')) {
    return { number: undefined, others: [atom, `day-of:${atom.slice('day:'.length)}`] };
  }
  const day = dayOf(atom);
  return { number: undefined, others: day === undefined ? [atom] : [atom, `day:${day}`] };
}

/** The cost of making the set of a text. */
export function costOfAtoms(folded: string): number {
  return folded.length * readingUnits;
}
