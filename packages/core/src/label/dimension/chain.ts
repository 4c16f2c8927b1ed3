import { SluiceError } from '../../errors.ts';
import { dimension } from './dimension.ts';
import type { Dimension } from '../lattice.ts';
import { parseName, printable, printName } from './text.ts';

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
