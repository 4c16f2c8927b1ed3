import type { Groups } from '../operators/operator.ts';
import { compiledPartsOf } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { ConditionSource, PolicySource, WhenSource } from '../source.ts';
import { eachName } from './each-name.ts';
import { cellsOf, listsOf, stranger, unique, type Variable } from './cells.ts';

/** Two policies that are compared. */
export interface Sides {
  readonly before: Policy;
  readonly after: Policy;
}

/** The written form of both, the one before first. */
export function sourcesOf({ before, after }: Sides): readonly PolicySource[] {
  return [before, after].map((policy) => compiledPartsOf(policy).source);
}

/** Every tool that one of the two names. */
export function toolNamesIn(sides: Sides): readonly string[] {
  return [...new Set(sourcesOf(sides).flatMap(({ tools }) => Object.keys(tools)))];
}

/** The members of a group under either policy: what one lists may be no member under the other. */
export function groupsIn(sides: Sides): Groups {
  const all = sourcesOf(sides).flatMap(({ groups = {} }) => Object.entries(groups));
  return new Map(
    [...Map.groupBy(all, ([name]) => name)].map(([name, lists]) => [
      name,
      [...new Set(lists.flatMap(([, members]) => members))],
    ]),
  );
}

/** People whom a label or a group names, and one whom none does. */
export function peopleIn(sides: Sides): readonly string[] {
  const groups = [...groupsIn(sides).values()].flat();
  const text = JSON.stringify(sourcesOf(sides).map(({ groups: _, cases: __, ...rest }) => rest));
  const named = [...text.matchAll(/readers\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  const plain = named.filter((name) => name !== '' && !name.startsWith('@'));
  return [...new Set([...groups, ...plain, `${stranger}@sluice.example`])];
}

/** The variables that conditions read, each with the cells of all that is asked of it. */
export function variablesOf(
  whens: readonly (WhenSource | undefined)[],
  { groups, readers, people }: Read,
): readonly Variable[] {
  const asked = Map.groupBy(
    whens.flatMap((when) =>
      Object.entries(when ?? {}).flatMap(([path, condition]) =>
        eachName(path).map((each) => [each, condition] as const),
      ),
    ),
    ([path]) => path,
  );
  const names = new Set(readers.flatMap(eachName));
  const paths = [...new Set([...asked.keys(), ...names])];
  return paths.map((path) => {
    const conditions = (asked.get(path) ?? []).map(([, condition]): ConditionSource => condition);
    const cells = conditions.length === 0 ? [] : cellsOf(conditions, groups);
    const those = names.has(path) ? [...people, ...listsOf(people), undefined] : [];
    return { path, values: unique([...cells, ...those]) };
  });
}

interface Read {
  readonly groups: Groups;
  /** The paths that hold readers. */
  readonly readers: readonly string[];
  readonly people: readonly string[];
}
