import type { ReadersClause } from './readers-value.ts';

/** Who is in which group, at one moment. The same version must mean the same members. */
export interface GroupSnapshot {
  readonly version: string | number;
  /** The members of a group, `undefined` where it is not known. `@name` is a group inside it. */
  readonly members: (group: string) => readonly string[] | undefined;
}

/** A directory of groups, or a fixed list of members by group. */
export type Groups =
  | { readonly snapshot: () => GroupSnapshot }
  | Readonly<Record<string, readonly string[]>>;

/** A clause with its groups looked up. */
export interface Resolved {
  readonly people: ReadonlySet<string>;
  /** Groups of which no members are known. */
  readonly unknown: ReadonlySet<string>;
}

/** The groups as of one snapshot. */
export interface Snapshot {
  readonly resolve: (clause: ReadersClause) => Resolved;
}

export interface Membership {
  readonly version: (() => string | number | undefined) | undefined;
  readonly snapshot: () => Snapshot;
}

/** Reads the directory. One that throws, or answers what is not a list, knows no group. */
export function membership(groups: Groups): Membership {
  if (!isDirectory(groups)) {
    const fixed = snapshotOf(fixedMembers(groups));
    return { version: undefined, snapshot: () => fixed };
  }
  let version: string | number | undefined;
  let current: Snapshot = snapshotOf(() => undefined);
  return {
    version: () => read(groups)?.version,
    snapshot: () => {
      const now = read(groups);
      if (now === undefined) return snapshotOf(() => undefined);
      if (now.version !== version) {
        current = snapshotOf((group) => now.members(group));
        version = now.version;
      }
      return current;
    },
  };
}

function isDirectory(groups: Groups): groups is { readonly snapshot: () => GroupSnapshot } {
  return typeof groups['snapshot'] === 'function';
}

function fixedMembers(
  groups: Readonly<Record<string, readonly string[]>>,
): GroupSnapshot['members'] {
  const copy = new Map(Object.entries(groups).map(([group, names]) => [group, [...names]]));
  return (group) => copy.get(group);
}

function read(directory: { readonly snapshot: () => GroupSnapshot }): GroupSnapshot | undefined {
  try {
    const now = directory.snapshot();
    const { version } = now;
    return typeof version === 'string' || typeof version === 'number' ? now : undefined;
  } catch {
    return undefined;
  }
}

function snapshotOf(members: GroupSnapshot['members']): Snapshot {
  const known = new Map<string, readonly string[] | undefined>();
  const lookUp = (group: string): readonly string[] | undefined => {
    if (!known.has(group)) known.set(group, namesOf(members, group));
    return known.get(group);
  };
  return {
    resolve: ({ principals, groups }) => {
      const people = new Set(principals);
      const unknown = new Set<string>();
      const pending = new Set(groups);
      // A set that grows while it is walked visits each group once, so cycles end.
      for (const group of pending) {
        const names = lookUp(group);
        if (names === undefined) unknown.add(group);
        for (const name of names ?? []) {
          if (name.startsWith('@')) pending.add(name.slice(1));
          else people.add(name);
        }
      }
      return { people, unknown };
    },
  };
}

function namesOf(members: GroupSnapshot['members'], group: string): readonly string[] | undefined {
  try {
    const names: unknown = members(group);
    return isListOfNames(names) ? [...names] : undefined;
  } catch {
    return undefined;
  }
}

function isListOfNames(names: unknown): names is readonly string[] {
  return Array.isArray(names) && names.every((name) => typeof name === 'string');
}
