import { limits } from '../limits.ts';
import { dimension } from './dimension.ts';
import { membership, type Groups, type Snapshot } from './groups.ts';
import type { Dimension } from './lattice.ts';
import {
  conjunction,
  everyone,
  isReadersValue,
  nobody,
  parseReaders,
  union,
  type ReadersClause,
  type ReadersValue,
} from './readers-value.ts';

/**
 * Who may read: joins intersect, the bottom is everyone, the top is nobody. Groups stay symbolic
 * in joins and meets; `flowsTo` asks the directory as it is now. `from` flows to `to` where every
 * reader of `to` is a reader of `from`, whoever may be in the groups that are not known: so as a
 * source an unknown group lets nobody in, as a sink it could be anyone, and it still flows to
 * itself. A join past the limits is nobody, a meet past them everyone.
 */
export function readers(groups: Groups = {}): Dimension<ReadersValue> {
  const members = membership(groups);
  return dimension<ReadersValue>({
    kind: 'readers',
    bottom: everyone,
    top: nobody,
    join: (a, b) => conjunction([...a.clauses, ...b.clauses]) ?? nobody,
    meet: (a, b) => (a === b ? a : (conjunction(unions(a, b)) ?? everyone)),
    flowsTo: (from, to) => from === to || flows(from, to, members.snapshot()),
    forms: Object.freeze(['everyone', 'nobody', 'readers{alice, @finance}']),
    print: (value) => value.text,
    parse: parseReaders,
    has: isReadersValue,
    version: members.version,
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

function flows(from: ReadersValue, to: ReadersValue, snapshot: Snapshot): boolean {
  const sink = to.clauses.map((clause) => snapshot.resolve(clause));
  return from.clauses.every((clause) => {
    const { people, unknown } = snapshot.resolve(clause);
    // Someone in every unknown group but those of this clause is in a clause of the sink where
    // that still names another one; the clauses that do not bound who can be a reader of the sink.
    const bounds = sink.filter((each) => isSubset(each.unknown, unknown));
    const [first, ...rest] = bounds.toSorted((a, b) => a.people.size - b.people.size);
    if (first === undefined) return false;
    for (const person of first.people) {
      if (!people.has(person) && rest.every((bound) => bound.people.has(person))) return false;
    }
    return true;
  });
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const name of part) if (!whole.has(name)) return false;
  return true;
}
