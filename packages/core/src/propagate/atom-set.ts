import { mayHoldAtoms, visitAtoms, type Atom } from './atoms.ts';
import { dayOf } from './date-readings.ts';

const prefix = 'number:';
/** Longer ones are told apart by their digits: as doubles two of them could be one. */
const doubleCharactersMax = 16;
const none: ReadonlySet<Atom> = new Set();

/** The atoms of one text, each under all its readings. */
export class AtomSet {
  static readonly #empty = new AtomSet('');
  /** Sorted: texts hold many numbers, and a set of so many texts is slow to make. */
  readonly #numbers: ArrayLike<number>;
  readonly #others: ReadonlySet<Atom>;

  private constructor(folded: string) {
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
    this.#numbers = numbers.length < 2 ? numbers : new Float64Array(numbers).toSorted();
    this.#others = others.length === 0 ? none : new Set(others);
  }

  /** Most texts hold none, and share one set. */
  static of(folded: string): AtomSet {
    return mayHoldAtoms(folded) ? new AtomSet(folded) : AtomSet.#empty;
  }

  /** Whether the text holds an atom; a date also where only its day was said, and the other way. */
  has(atom: Atom): boolean {
    if (this.#others.has(atom)) return true;
    if (atom.startsWith(prefix)) {
      const number = atom.slice(prefix.length);
      return number.length <= doubleCharactersMax && this.#hasNumber(Number(number));
    }
    if (atom.startsWith('day:')) return this.#others.has(`day-of:${atom.slice('day:'.length)}`);
    const day = dayOf(atom);
    return day !== undefined && this.#others.has(`day:${day}`);
  }

  #hasNumber(number: number): boolean {
    let [from, to] = [0, this.#numbers.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#numbers[middle] ?? 0) < number) from = middle + 1;
      else to = middle;
    }
    return this.#numbers[from] === number;
  }
}
