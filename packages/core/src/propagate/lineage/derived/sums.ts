import { type Atom, atomsOfWhole } from '../atoms/atoms.ts';
import type { IndexedRegion } from '../lineage-index.ts';
import { fold } from '../text/fold.ts';
import type { Work } from '../work.ts';
import { type Around, Names, requestIn } from './around.ts';

/** A number that a region is as a whole. */
interface Operand {
  readonly region: IndexedRegion;
  readonly number: number;
}

/** Smaller numbers come out of anything. */
const digitsMin = 3;
/** The sums of more numbers come so close to each other that any number is one of them. */
const summandsMax = 12;

/**
 * Finds what a number may have been worked out from: one number of the history with one that the
 * request says (times, divided by, a percentage of, more, less); two added, taken away or
 * multiplied; or several of one kind added (all of a column, or any of its first twelve).
 */
export class Arithmetic {
  readonly #operands: readonly Operand[];
  readonly #factors: readonly number[];
  readonly #columns: readonly Column[];
  readonly #work: Work;

  constructor(around: Around, work: Work) {
    const names = new Names(around.history, work);
    this.#work = work;
    this.#operands = around.guarded.flatMap((region) =>
      numbersOf(region.index.readings).map((number) => ({ region, number })),
    );
    this.#factors = factorsIn(requestIn(around));
    const columns = Map.groupBy(this.#operands, ({ region }) => names.of(region));
    this.#columns = [...columns.values()].map((column) => new Column(column));
  }

  /** The regions of the first way that is found, by the fewest regions; or none. */
  sourcesOf(text: string): readonly IndexedRegion[] {
    if (text.replaceAll(/\D/g, '').length < digitsMin) return [];
    for (const wanted of numbersOf(atomsOfWhole(fold(text)))) {
      this.#work.spend(this.#comparisons);
      const found = this.#scaled(wanted) ?? this.#pair(wanted) ?? this.#sum(wanted);
      if (found !== undefined) return found.map(({ region }) => region);
    }
    return [];
  }

  get #comparisons(): number {
    const { length } = this.#operands;
    const subsets = this.#columns.reduce((sum, column) => sum + column.subsets, 0);
    return length * this.#factors.length * waysToScale + length * length + subsets;
  }

  #scaled(wanted: number): readonly Operand[] | undefined {
    const found = this.#operands.find(({ number }) =>
      this.#factors.some((factor) => isScaled(number, factor, wanted)),
    );
    return found && [found];
  }

  #pair(wanted: number): readonly Operand[] | undefined {
    for (const [at, a] of this.#operands.entries()) {
      for (let other = at + 1; other < this.#operands.length; other += 1) {
        const b = this.#operands[other];
        if (b !== undefined && isPair(a.number, b.number, wanted)) return [a, b];
      }
    }
    return undefined;
  }

  #sum(wanted: number): readonly Operand[] | undefined {
    for (const column of this.#columns) {
      const found = column.summing(wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Numbers that stand under one name, as the amounts of a list. */
class Column {
  readonly #all: readonly Operand[];
  /** The sum of each subset of the first ones, by its bits. */
  #sums: Float64Array | undefined;

  constructor(all: readonly Operand[]) {
    this.#all = all;
  }

  /** How many sums there are to compare with; sums of two are found as pairs. */
  get subsets(): number {
    const { length } = this.#all;
    return length < 3 ? 0 : 2 ** Math.min(length, summandsMax);
  }

  summing(wanted: number): readonly Operand[] | undefined {
    if (this.subsets === 0) return undefined;
    this.#sums ??= sumsOf(this.#all.slice(0, summandsMax));
    const bits = this.#sums.findIndex((sum, at) => isSame(sum, wanted) && bitsIn(at) > 2);
    if (bits !== -1) return this.#all.filter((_, at) => at < summandsMax && (bits >> at) % 2 === 1);
    const total = this.#all.reduce((sum, { number }) => sum + number, 0);
    return isSame(total, wanted) ? this.#all : undefined;
  }
}

function sumsOf(operands: readonly Operand[]): Float64Array {
  const sums = new Float64Array(2 ** operands.length);
  for (const [at, { number }] of operands.entries()) {
    const from = 2 ** at;
    for (let bits = 0; bits < from; bits += 1) sums[from + bits] = (sums[bits] ?? 0) + number;
  }
  return sums;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left >>= 1) count += left % 2;
  return count;
}

const waysToScale = 5;

function isScaled(number: number, factor: number, wanted: number): boolean {
  return (
    isSame(number * factor, wanted) ||
    isSame(number / factor, wanted) ||
    isSame((number * factor) / 100, wanted) ||
    isSame(number - factor, wanted) ||
    isSame(number + factor, wanted)
  );
}

function isPair(a: number, b: number, wanted: number): boolean {
  return isSame(a + b, wanted) || isSame(Math.abs(a - b), wanted) || isSame(a * b, wanted);
}

/** To the cent, rounded either way. */
function isSame(made: number, wanted: number): boolean {
  return Math.abs(made - wanted) < 0.006;
}

function numbersOf(readings: readonly Atom[]): readonly number[] {
  const numbers = readings.filter((each) => each.startsWith('number:'));
  return numbers.map((each) => Number(each.slice('number:'.length))).filter(Number.isFinite);
}

const spoken: readonly (readonly [RegExp, number])[] = [
  [/\bhal(?:f|ve)/i, 2],
  [/\b(?:double|twice|two)\b/i, 2],
  [/\b(?:third|triple|three|thrice)\b/i, 3],
  [/\b(?:quarter|four)\b/i, 4],
  [/\bfive\b/i, 5],
  [/\b(?:tenth|ten)\b/i, 10],
];

const written = /(?<![\p{L}\d-])\d+(?:\.\d+)?(?![\p{L}\d-])/gu;

/** The numbers that a request says to multiply with, divide by, add or take away. */
function factorsIn(request: string): readonly number[] {
  const numbers = [...request.matchAll(written)].map(Number);
  const words = spoken.flatMap(([pattern, factor]) => (pattern.test(request) ? [factor] : []));
  return [...new Set([...words, ...numbers])].filter((factor) => factor > 0);
}
