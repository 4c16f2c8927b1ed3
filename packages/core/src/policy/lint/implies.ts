import { canonicalJson } from '../../history/json/canonical.ts';
import { operatorsOf } from '../compile/condition.ts';
import { readPath } from '../path/path.ts';
import type { ConditionSource, OperatorsSource, WhenSource, ScalarSource } from '../source.ts';

/** True if the first conditions hold only where the second hold too. False where it cannot tell. */
export function implies(narrow: WhenSource | undefined, wide: WhenSource | undefined): boolean {
  const narrower = byPath(narrow);
  return [...byPath(wide)].every(([path, condition]) => {
    const other = narrower.get(path);
    return other !== undefined && conditionImplies(operatorsOf(other), operatorsOf(condition));
  });
}

function byPath(when: WhenSource = {}): ReadonlyMap<string, ConditionSource> {
  return new Map(
    Object.entries(when).map(([text, condition]) => {
      const read = readPath(text);
      return [read.kind === 'path' ? read.path.text : text, condition];
    }),
  );
}

function conditionImplies(narrow: OperatorsSource, wide: OperatorsSource): boolean {
  const { in: members, notIn, matches, atLeast, atMost, exists } = wide;
  return (
    (members === undefined || isSubset(narrow.in, members)) &&
    (notIn === undefined || isSubset(notIn, narrow.notIn ?? [])) &&
    (matches === undefined || matches === narrow.matches) &&
    (atLeast === undefined || (narrow.atLeast ?? Number.NEGATIVE_INFINITY) >= atLeast) &&
    (atMost === undefined || (narrow.atMost ?? Number.POSITIVE_INFINITY) <= atMost) &&
    (exists === undefined || exists === narrow.exists)
  );
}

function isSubset(
  narrow: readonly ScalarSource[] | undefined,
  wide: readonly ScalarSource[],
): boolean {
  return narrow?.every((member) => wide.includes(member)) ?? false;
}

/** The path whose condition nothing can satisfy, or `undefined`. */
export function contradiction(when: WhenSource | undefined): string | undefined {
  return Object.entries(when ?? {}).find(([, source]) => isImpossible(operatorsOf(source)))?.[0];
}

/** True if nothing satisfies all of these. */
export function isImpossible(operators: OperatorsSource): boolean {
  const { in: members, notIn = [], matches, exists } = operators;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = operators;
  const numeric = operators.atLeast !== undefined || operators.atMost !== undefined;
  const asksForValue = members !== undefined || operators.notIn !== undefined || numeric;
  if (atLeast > atMost || (numeric && matches !== undefined)) return true;
  if (exists === false && (asksForValue || matches !== undefined)) return true;
  return (
    members !== undefined &&
    members.every(
      (member) =>
        notIn.includes(member) ||
        (typeof member === 'number' && (member < atLeast || member > atMost)) ||
        (numeric && typeof member !== 'number' && !isGroup(member)),
    )
  );
}

function isGroup(member: ScalarSource): boolean {
  return typeof member === 'string' && member.startsWith('@');
}

/** Equal conditions print equally, whatever the order and the form in which they were written. */
export function printWhen(when: WhenSource | undefined): string {
  return canonicalJson(
    Object.fromEntries([...byPath(when)].map(([path, source]) => [path, operatorsOf(source)])),
  );
}
