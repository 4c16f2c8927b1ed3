import { SluiceError } from '../../errors.ts';
import { dimension, type Dimension } from '../lattice.ts';
import { bracedItems, parseName, printable, printName, requireWord } from './text.ts';

/**
 * A total order of named levels, the most permissive first: `chain(['trusted', 'untrusted'])`.
 * A string that is no level flows nowhere, joins to the top and meets to the bottom.
 * Throws `lattice-invalid` for no levels, or one named twice.
 */
export function chain(names: readonly string[]): Dimension<string> {
  const levels = Object.freeze([...names]);
  const rank = rankOf(levels);
  const [bottom] = levels;
  const top = levels.at(-1);
  if (bottom === undefined || top === undefined) {
    throw new SluiceError('lattice-invalid', 'a chain has no levels', {
      hint: "write e.g. `chain(['trusted', 'untrusted'])`",
    });
  }
  const asSource = (level: string): number => rank.get(level) ?? Number.POSITIVE_INFINITY;
  const asSink = (level: string): number => rank.get(level) ?? Number.NEGATIVE_INFINITY;
  return dimension<string>({
    kind: 'chain',
    bottom,
    top,
    join: (a, b) => levels[Math.max(asSource(a), asSource(b))] ?? top,
    meet: (a, b) => levels[Math.min(asSink(a), asSink(b))] ?? bottom,
    flowsTo: (from, to) => asSource(from) <= asSink(to),
    forms: Object.freeze(levels.map(printName)),
    print: printName,
    parse: (text) => {
      const level = parseName(text.trim());
      return level !== undefined && rank.has(level) ? level : undefined;
    },
    has: (value): value is string => typeof value === 'string' && rank.has(value),
  });
}

function rankOf(levels: readonly string[]): ReadonlyMap<string, number> {
  const rank = new Map<string, number>();
  for (const [index, level] of levels.entries()) {
    if (rank.has(level)) {
      throw new SluiceError('lattice-invalid', `level \`${printable(level)}\` stands twice`, {
        hint: 'name each level once, the most permissive first',
      });
    }
    rank.set(level, index);
  }
  return rank;
}

const numberForm = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/;

/**
 * All numbers as an infinite chain, e.g. timestamps in milliseconds. `ascending`: the larger, the
 * more restrictive. The bottom and the top are the infinities, printed `time{bottom}` and
 * `time{top}`. NaN is no value: it flows nowhere, joins to the top and meets to the
 * bottom. Throws `lattice-invalid` unless `word` is a plain word.
 */
export function numericChain({
  order,
  word,
}: {
  readonly order: 'ascending' | 'descending';
  /** Stands before the brace: `time{1700000000000}`. */
  readonly word: string;
}): Dimension<number> {
  requireWord(word);
  const sign = order === 'ascending' ? 1 : -1;
  const bottom = sign * Number.NEGATIVE_INFINITY;
  const top = sign * Number.POSITIVE_INFINITY;
  const higher = (a: number, b: number): number => (sign * a >= sign * b ? a : b);
  const lower = (a: number, b: number): number => (sign * a <= sign * b ? a : b);
  return dimension<number>({
    kind: 'chain',
    bottom,
    top,
    join: (a, b) => (areKnown(a, b) ? higher(a, b) : top),
    meet: (a, b) => (areKnown(a, b) ? lower(a, b) : bottom),
    flowsTo: (from, to) => sign * from <= sign * to,
    forms: Object.freeze([`${word}{bottom}`, `${word}{1700000000}`, `${word}{top}`]),
    print: (value) =>
      `${word}{${value === bottom ? 'bottom' : value === top ? 'top' : String(value)}}`,
    parse: (text) => {
      const [item, ...more] = bracedItems(word, text.trim()) ?? [];
      if (item === undefined || more.length > 0) return undefined;
      if (item === 'bottom') return bottom;
      if (item === 'top') return top;
      const value = numberForm.test(item) ? Number(item) : Number.NaN;
      return Number.isFinite(value) ? value : undefined;
    },
    has: (value): value is number => typeof value === 'number' && !Number.isNaN(value),
  });
}

function areKnown(a: number, b: number): boolean {
  return !Number.isNaN(a) && !Number.isNaN(b);
}
