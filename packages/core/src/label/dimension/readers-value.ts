import { limits } from '../../limits.ts';
import { bracedItems, parseName, printName, sortedUnique, splitOutside } from './text.ts';

/**
 * The readers allowed, as a conjunction: a reader must be in every clause. Made by `readerSet`, by
 * `everyone` and `nobody`, and by the lattice; frozen, canonical (equal values print equally).
 * Names are compared as they are written: case and Unicode normal form are the policy's matter.
 */
export interface ReadersValue {
  readonly clauses: readonly ReadersClause[];
  /** The text form: `everyone`, `nobody`, `readers{alice, @finance} & readers{bob}`. */
  readonly text: string;
}

/** A union: these people, and whoever is in these groups when the question is asked. */
export interface ReadersClause {
  readonly principals: readonly string[];
  /** Names of groups, without the `@` of their text form. */
  readonly groups: readonly string[];
}

const made = new WeakSet<object>();

/** The bottom: no clause to satisfy. */
export const everyone: ReadersValue = seal([], 'everyone');
/** The top: a clause that no one satisfies. */
export const nobody: ReadersValue = seal([clauseOf({})], 'nobody');

/**
 * These people and these groups. Names from data belong in `principals`, where `@finance` is a
 * person of that odd name. `undefined` where the set is larger than `limits` allow, which a source
 * must read as `nobody` and a ceiling as `everyone`.
 */
export function readerSet(names: {
  readonly principals?: Iterable<string>;
  readonly groups?: Iterable<string>;
}): ReadersValue | undefined {
  return conjunction([clauseOf(names)]);
}

/** The canonical form of a conjunction; `undefined` past the limits. */
export function conjunction(clauses: readonly ReadersClause[]): ReadersValue | undefined {
  const kept = absorb(mergePlain(clauses));
  if (kept.length === 0) return everyone;
  if (kept.some(isEmpty)) return nobody;
  if (kept.length > limits.labelClausesMax) return undefined;
  if (kept.some((clause) => sizeOf(clause) > limits.labelMembersMax)) return undefined;
  const printed = kept.map((clause) => ({ clause, text: printClause(clause) }));
  printed.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const text = printed.map((each) => each.text).join(' & ');
  if (text.length > limits.labelTextCharactersMax) return undefined;
  return seal(
    printed.map((each) => each.clause),
    text,
  );
}

/** The union of two clauses. */
export function union(a: ReadersClause, b: ReadersClause): ReadersClause {
  return clauseOf({
    principals: [...a.principals, ...b.principals],
    groups: [...a.groups, ...b.groups],
  });
}

/** True if a value of unknown origin was made by this module. */
export function isReadersValue(value: unknown): value is ReadersValue {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Reads the text form. An unquoted `@name` is a group; `readers{}` is nobody. */
export function parseReaders(text: string): ReadersValue | undefined {
  const trimmed = text.trim();
  if (trimmed === 'everyone') return everyone;
  if (trimmed === 'nobody') return nobody;
  const clauses: ReadersClause[] = [];
  for (const piece of splitOutside(trimmed, '&') ?? ['']) {
    const clause = parseClause(piece);
    if (clause === undefined) return undefined;
    clauses.push(clause);
  }
  return conjunction(clauses);
}

function parseClause(text: string): ReadersClause | undefined {
  const principals: string[] = [];
  const groups: string[] = [];
  const items = bracedItems('readers', text);
  if (items === undefined) return undefined;
  for (const item of items) {
    const isGroup = item.startsWith('@');
    const name = parseName(isGroup ? item.slice(1) : item);
    // A bare `*` reads like a wildcard, which is spelled `everyone`.
    if (name === undefined || item === '*') return undefined;
    (isGroup ? groups : principals).push(name);
  }
  return clauseOf({ principals, groups });
}

function printClause({ principals, groups }: ReadersClause): string {
  const items = [...principals.map(printName), ...groups.map((group) => `@${printName(group)}`)];
  return `readers{${items.join(', ')}}`;
}

/** Clauses without groups are plain sets: their conjunction is one clause, their intersection. */
function mergePlain(clauses: readonly ReadersClause[]): ReadersClause[] {
  const symbolic = clauses.filter((clause) => clause.groups.length > 0);
  const [first, ...rest] = clauses.filter((clause) => clause.groups.length === 0);
  if (first === undefined) return symbolic;
  let principals = first.principals;
  for (const clause of rest) {
    const inClause = new Set(clause.principals);
    principals = principals.filter((principal) => inClause.has(principal));
  }
  return [clauseOf({ principals }), ...symbolic];
}

/** Drops each clause that another one implies. */
function absorb(clauses: readonly ReadersClause[]): ReadersClause[] {
  const kept: ReadersClause[] = [];
  for (const clause of clauses.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    if (!someWithin(kept, clause)) kept.push(clause);
  }
  return kept;
}

/** True if one of the clauses holds only readers of this clause, whoever the groups hold. */
export function someWithin(clauses: readonly ReadersClause[], whole: ReadersClause): boolean {
  const principals = new Set(whole.principals);
  const groups = new Set(whole.groups);
  return clauses.some(
    (clause) =>
      clause.groups.every((name) => groups.has(name)) &&
      clause.principals.every((name) => principals.has(name)),
  );
}

function isEmpty(clause: ReadersClause): boolean {
  return sizeOf(clause) === 0;
}

function sizeOf({ principals, groups }: ReadersClause): number {
  return principals.length + groups.length;
}

function clauseOf(names: {
  readonly principals?: Iterable<string>;
  readonly groups?: Iterable<string>;
}): ReadersClause {
  return Object.freeze({
    principals: sortedUnique(names.principals ?? []),
    groups: sortedUnique(names.groups ?? []),
  });
}

function seal(clauses: readonly ReadersClause[], text: string): ReadersValue {
  const value = Object.freeze({ clauses: Object.freeze(clauses), text });
  made.add(value);
  return value;
}
