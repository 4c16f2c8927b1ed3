import { limits } from '../../limits.ts';
import { dimension, type Dimension } from '../lattice.ts';
import { bracedItems, parseName, printName, requireWord, sortedUnique } from './text.ts';

/** A set of names, or all of them. Made by `powersetOf`; frozen. */
export type PowersetValue =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly members: readonly string[] };

/** A word of at most 64 characters, and the braces. */
const wordCharactersMax = 66;
const made = new WeakSet<object>();
const all: PowersetValue = seal({ kind: 'all' });
const none: PowersetValue = seal({ kind: 'some', members: Object.freeze([]) });

/**
 * The set of these names; `undefined` where it is larger than `limits` allow, which a source must
 * read as the top and a ceiling as the bottom.
 */
export function powersetOf(names: Iterable<string>): PowersetValue | undefined {
  const members = sortedUnique(names);
  let characters = 0;
  for (const member of members) characters += printName(member).length + 2;
  const fits =
    members.length <= limits.labelMembersMax &&
    characters + wordCharactersMax <= limits.labelTextCharactersMax;
  return fits ? seal({ kind: 'some', members }) : undefined;
}

/**
 * Sets of names, ordered by inclusion: the sources that influenced a value, or who must authorise
 * it. The top `{*}` is symbolic, so names need not be known beforehand. A join past the limits is
 * the top. `word` stands before the brace: `sources{a, b}`. Throws `lattice-invalid` unless it is a
 * plain word.
 */
export function powerset(word = 'sources'): Dimension<PowersetValue> {
  requireWord(word);
  return dimension<PowersetValue>({
    kind: 'powerset',
    bottom: none,
    top: all,
    join: (a, b) =>
      a.kind === 'all' || b.kind === 'all'
        ? all
        : (powersetOf([...a.members, ...b.members]) ?? all),
    meet,
    flowsTo: (from, to) => to.kind === 'all' || (from.kind === 'some' && isSubset(from, to)),
    forms: Object.freeze([`${word}{}`, `${word}{a, b}`, `${word}{*}`]),
    print: (value) =>
      value.kind === 'all' ? `${word}{*}` : `${word}{${value.members.map(printName).join(', ')}}`,
    parse: (text) => parse(word, text.trim()),
    has: isPowersetValue,
  });
}

/** True if a value of unknown origin was made by this module. */
export function isPowersetValue(value: unknown): value is PowersetValue {
  return typeof value === 'object' && value !== null && made.has(value);
}

function meet(a: PowersetValue, b: PowersetValue): PowersetValue {
  if (a.kind === 'all') return b;
  if (b.kind === 'all') return a;
  const inB = new Set(b.members);
  return powersetOf(a.members.filter((member) => inB.has(member))) ?? none;
}

function isSubset(
  { members }: { readonly members: readonly string[] },
  of: { readonly members: readonly string[] },
): boolean {
  const whole = new Set(of.members);
  return members.every((member) => whole.has(member));
}

function parse(word: string, text: string): PowersetValue | undefined {
  const items = bracedItems(word, text);
  if (items === undefined) return undefined;
  if (items.length === 1 && items[0] === '*') return all;
  const names: string[] = [];
  for (const item of items) {
    const name = item === '*' ? undefined : parseName(item);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return powersetOf(names);
}

function seal(value: PowersetValue): PowersetValue {
  made.add(value);
  return Object.freeze(value);
}
