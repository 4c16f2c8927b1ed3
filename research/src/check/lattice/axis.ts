import { membersOf, nameOf } from './label-text.ts';

/** A place in a chain, or a set of names. */
export type Value = number | Names;

/** One dimension of a policy's lattice, written anew. */
export interface Axis {
  readonly name: string;
  /** Everyone in a value of it must say yes. */
  readonly isDuty: boolean;
  readonly bottom: Value;
  readonly top: Value;
  readonly join: (a: Value, b: Value) => Value;
  readonly meet: (a: Value, b: Value) => Value;
  readonly flowsTo: (from: Value, to: Value) => boolean;
  /** Reads the pieces of a label that speak of it; `undefined` where they do not. */
  readonly read: (pieces: readonly string[]) => Value | undefined;
  readonly keyOf: (value: Value) => string;
}

const asNumber = (value: Value): number => (typeof value === 'number' ? value : Number.NaN);

const asNames = (value: Value): Names => (typeof value === 'number' ? new Set<string>() : value);

export function chainAxis(name: string, levels: readonly string[]): Axis {
  return {
    name,
    isDuty: false,
    bottom: 0,
    top: levels.length - 1,
    join: (a, b) => Math.max(asNumber(a), asNumber(b)),
    meet: (a, b) => Math.min(asNumber(a), asNumber(b)),
    flowsTo: (from, to) => asNumber(from) <= asNumber(to),
    read: ([piece, ...more]) => {
      const at = more.length > 0 || piece === undefined ? -1 : levels.indexOf(nameOf(piece));
      return at === -1 ? undefined : at;
    },
    keyOf: String,
  };
}

/** More names are more restrictive: sources, or who must say yes. */
export function powersetAxis(name: string, isDuty: boolean): Axis {
  return {
    name,
    isDuty,
    bottom: new Set<string>(),
    top: 'all',
    join: (a, b) => either(asNames(a), asNames(b)),
    meet: (a, b) => both(asNames(a), asNames(b)),
    flowsTo: (from, to) => isWithin(asNames(from), asNames(to)),
    read: ([piece = '', ...more]) => {
      const members = more.length > 0 ? undefined : membersOf(name, piece);
      if (members === undefined) return undefined;
      return members.length === 1 && members[0] === '*' ? 'all' : new Set(members.map(nameOf));
    },
    keyOf: (value) => keyOf(asNames(value)),
  };
}

/** Fewer readers are more restrictive. A policy's groups are lists, so each is put in its place. */
export function readersAxis(
  name: string,
  groups: Readonly<Record<string, readonly string[]>>,
): Axis {
  const clause = (piece: string): Names | undefined => {
    if (piece === 'everyone') return 'all';
    if (piece === 'nobody') return new Set<string>();
    const members = membersOf('readers', piece);
    return members && new Set(members.flatMap((member) => peopleIn(member, groups)));
  };
  return {
    name,
    isDuty: false,
    bottom: 'all',
    top: new Set<string>(),
    join: (a, b) => both(asNames(a), asNames(b)),
    meet: (a, b) => either(asNames(a), asNames(b)),
    flowsTo: (from, to) => isWithin(asNames(to), asNames(from)),
    read: (pieces) => {
      const clauses = pieces.map(clause);
      const known = clauses.filter((each) => each !== undefined);
      return known.length < clauses.length || known.length === 0
        ? undefined
        : known.reduce(both, 'all');
    },
    keyOf: (value) => keyOf(asNames(value)),
  };
}

/** Throws for a group that the policy does not list. */
function peopleIn(
  member: string,
  groups: Readonly<Record<string, readonly string[]>>,
  outer: readonly string[] = [],
): readonly string[] {
  if (!member.startsWith('@')) return [nameOf(member)];
  const group = nameOf(member.slice(1));
  if (outer.includes(group)) return [];
  const listed = Object.hasOwn(groups, group) ? groups[group] : undefined;
  if (listed === undefined) throw new RangeError('a group that the policy does not list');
  return listed.flatMap((each) =>
    each.startsWith('@') ? peopleIn(each, groups, [...outer, group]) : [each],
  );
}

/** A set of names, or all that there could be. */
type Names = 'all' | ReadonlySet<string>;

function isWithin(a: Names, b: Names): boolean {
  if (b === 'all') return true;
  return a !== 'all' && [...a].every((name) => b.has(name));
}

function either(a: Names, b: Names): Names {
  return a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b]);
}

function both(a: Names, b: Names): Names {
  if (a === 'all') return b;
  if (b === 'all') return a;
  return new Set([...a].filter((name) => b.has(name)));
}

/** The same text for the same set. */
function keyOf(names: Names): string {
  return names === 'all' ? 'all' : JSON.stringify([...names].toSorted());
}
