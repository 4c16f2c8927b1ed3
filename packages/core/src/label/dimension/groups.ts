import { SluiceError } from '../../errors.ts';
import { printable } from './text.ts';

/** The members of groups at one moment. The same version must mean the same members. */
export interface GroupSnapshot {
  readonly version: string | number;
  /**
   * The members of a group, `undefined` where it is not known. A member `@name` is a group inside
   * it, so a directory cannot hold a person whose name starts with `@`.
   */
  readonly members: (group: string) => readonly string[] | undefined;
}

/** A directory of groups, or a fixed list of members by the group's name without `@`. */
export type Groups =
  | { readonly snapshot: () => GroupSnapshot }
  | Readonly<Record<string, readonly string[]>>;

/** A group with the groups inside it looked up. */
export interface Resolved {
  readonly people: ReadonlySet<string>;
  /** Groups of which no members are known. */
  readonly unknown: ReadonlySet<string>;
}

export interface Membership {
  readonly version: (() => string | number | undefined) | undefined;
  /** Looks a group up in the directory as it is now. */
  readonly now: () => Lookup;
}

export type Lookup = (group: string) => Resolved;

/**
 * Reads the directory. One that throws, or answers what is not a list of names, knows no group.
 * Throws `lattice-invalid` for a fixed group whose name starts with `@`.
 */
export function membership(groups: Groups): Membership {
  if (!isDirectory(groups)) {
    const fixed = lookupIn(fixedMembers(groups));
    return { version: undefined, now: () => fixed };
  }
  let version: string | number | undefined;
  let current: Lookup = unknownGroup;
  return {
    version: () => read(groups)?.version,
    now: () => {
      const snapshot = read(groups);
      if (snapshot === undefined) return unknownGroup;
      if (snapshot.version !== version) {
        current = lookupIn((group) => snapshot.members(group));
        version = snapshot.version;
      }
      return current;
    },
  };
}

function unknownGroup(group: string): Resolved {
  return { people: new Set(), unknown: new Set([group]) };
}

function isDirectory(groups: Groups): groups is { readonly snapshot: () => GroupSnapshot } {
  return typeof groups['snapshot'] === 'function';
}

function fixedMembers(
  groups: Readonly<Record<string, readonly string[]>>,
): GroupSnapshot['members'] {
  const copy = new Map<string, readonly string[]>();
  for (const [group, names] of Object.entries(groups)) {
    if (group.startsWith('@')) {
      throw new SluiceError('lattice-invalid', `a group is named \`${printable(group)}\``, {
        hint: `leave out the \`@\`: \`${printable(group.slice(1))}\``,
      });
    }
    copy.set(group, [...names]);
  }
  return (group) => copy.get(group);
}

function read(directory: { readonly snapshot: () => GroupSnapshot }): GroupSnapshot | undefined {
  try {
    const snapshot = directory.snapshot();
    const { version } = snapshot;
    return typeof version === 'string' || typeof version === 'number' ? snapshot : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers what it found of known groups alone: names of others come without end. */
function lookupIn(members: GroupSnapshot['members']): Lookup {
  const found = new Map<string, Resolved>();
  return (group) => {
    const known = found.get(group);
    if (known !== undefined) return known;
    const resolved = resolve(members, group);
    if (!resolved.unknown.has(group)) found.set(group, resolved);
    return resolved;
  };
}

function resolve(members: GroupSnapshot['members'], whole: string): Resolved {
  const people = new Set<string>();
  const unknown = new Set<string>();
  const pending = new Set([whole]);
  // A set that grows while it is walked visits each group once, so cycles end.
  for (const group of pending) {
    const names = namesOf(members, group);
    if (names === undefined) unknown.add(group);
    for (const name of names ?? []) {
      if (name.startsWith('@')) pending.add(name.slice(1));
      else people.add(name);
    }
  }
  return { people, unknown };
}

function namesOf(members: GroupSnapshot['members'], group: string): readonly string[] | undefined {
  try {
    const names: unknown = members(group);
    return isListOfNames(names) ? names : undefined;
  } catch {
    return undefined;
  }
}

function isListOfNames(names: unknown): names is readonly string[] {
  return Array.isArray(names) && names.every((name) => typeof name === 'string');
}
