import { limits } from '../../limits.ts';
import { dimension, type Dimension } from '../lattice.ts';
import { membership, type Groups, type Lookup } from './groups.ts';
import {
  conjunction,
  everyone,
  isReadersValue,
  nobody,
  parseReaders,
  someWithin,
  union,
  type ReadersClause,
  type ReadersValue,
} from './readers-value.ts';

/**
 * Sets of readers: joins intersect, the bottom is everyone, the top is nobody. Groups stay symbolic
 * in joins and meets; `flowsTo` asks the directory as it is now. `from` flows to `to` where every
 * reader of `to` is a reader of `from`, whoever may be in the groups that are not known: so as a
 * source an unknown group lets nobody in, as a sink it could be anyone, and it still flows to
 * itself. A join past the limits is nobody, a meet past them everyone.
 */
export function readers(groups: Groups = {}): Dimension<ReadersValue> {
  const { version, now } = membership(groups);
  return dimension<ReadersValue>({
    kind: 'readers',
    bottom: everyone,
    top: nobody,
    join: (a, b) => conjunction([...a.clauses, ...b.clauses]) ?? nobody,
    meet: (a, b) => (a.text === b.text ? a : (conjunction(unions(a, b)) ?? everyone)),
    flowsTo: (from, to) => from.text === to.text || flows(from, to, now()),
    forms: Object.freeze(['everyone', 'nobody', 'readers{alice, @finance}']),
    print: (value) => value.text,
    parse: parseReaders,
    has: isReadersValue,
    version,
  });
}

/**
 * (A1 and A2) or (B1 and B2) as a conjunction: the union of each pair of clauses. Past the limit
 * no clause is left, which is everyone.
 */
function unions(a: ReadersValue, b: ReadersValue): ReadersClause[] {
  if (a.clauses.length * b.clauses.length > limits.labelMeetPairsMax) return [];
  return a.clauses.flatMap((left) => b.clauses.map((right) => union(left, right)));
}

function flows(from: ReadersValue, to: ReadersValue, lookup: Lookup): boolean {
  return from.clauses.every(
    (clause) =>
      someWithin(to.clauses, clause) ||
      bounded(
        resolve(clause, lookup),
        to.clauses.map((each) => resolve(each, lookup)),
      ),
  );
}

/** A clause with its groups looked up: the people of any of these sets, and the unknown groups. */
interface Resolved {
  readonly people: readonly ReadonlySet<string>[];
  readonly unknown: ReadonlySet<string>;
}

function resolve({ principals, groups }: ReadersClause, lookup: Lookup): Resolved {
  const found = groups.map(lookup);
  return {
    people: [new Set(principals), ...found.map((group) => group.people)],
    unknown: new Set(found.flatMap((group) => [...group.unknown])),
  };
}

/**
 * True if everyone in all clauses of the sink is in this clause of the source. Whoever is not in
 * it may be in every unknown group that it does not name; so a clause of the sink with such a group
 * may hold anyone, and only the others bound who can read there.
 */
function bounded(clause: Resolved, sink: readonly Resolved[]): boolean {
  const bounds = sink
    .filter(({ unknown }) => [...unknown].every((group) => clause.unknown.has(group)))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const [first, ...rest] = bounds;
  if (first === undefined) return false;
  for (const people of first.people) {
    for (const person of people) {
      if (!holds(clause, person) && rest.every((each) => holds(each, person))) return false;
    }
  }
  return true;
}

function holds({ people }: Resolved, person: string): boolean {
  return people.some((names) => names.has(person));
}

function sizeOf({ people }: Resolved): number {
  return people.reduce((size, names) => size + names.size, 0);
}
