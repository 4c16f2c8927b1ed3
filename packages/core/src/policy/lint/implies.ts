import { canonicalJson } from '../../history/json/canonical.ts';
import { operatorsOf, withMembers } from '../compile/condition.ts';
import type { Groups } from '../operators/operator.ts';
import { boundIn } from '../operators/operators.ts';
import { canonicalPath } from '../path/path.ts';
import type { ConditionSource, OperatorsSource, WhenSource } from '../source.ts';

/**
 * True if the first conditions hold only where the second hold too, and of what the first are
 * unknown the second do not fail. False where it cannot tell.
 */
export function implies(
  narrow: WhenSource | undefined,
  wide: WhenSource | undefined,
  groups: Groups,
): boolean {
  const narrower = byPath(narrow);
  return [...byPath(wide)].every(([path, condition]) => {
    const other = narrower.get(path);
    if (other === undefined) return false;
    const given = expanded(other, groups);
    return boundIn(expanded(condition, groups)).every(({ isImpliedBy }) => isImpliedBy(given));
  });
}

/** The path whose condition nothing can satisfy, or `undefined`. */
export function contradiction(when: WhenSource | undefined, groups: Groups): string | undefined {
  return Object.entries(when ?? {}).find(([, source]) => isImpossible(source, groups))?.[0];
}

/** True if nothing satisfies it. */
export function isImpossible(source: ConditionSource, groups: Groups): boolean {
  return boundIn(expanded(source, groups)).some(({ contradicts }) => contradicts());
}

/** A policy with a mistake is not loaded, and nothing is said of what follows from one. */
function expanded(source: ConditionSource, groups: Groups): OperatorsSource {
  const operators = withMembers(operatorsOf(source), groups);
  return 'kind' in operators ? {} : operators;
}

function byPath(when: WhenSource = {}): ReadonlyMap<string, ConditionSource> {
  return new Map(Object.entries(when).map(([text, condition]) => [canonicalPath(text), condition]));
}

/** Equal conditions print equally, whatever the order and the form in which they were written. */
export function printWhen(when: WhenSource | undefined): string {
  return canonicalJson(
    Object.fromEntries([...byPath(when)].map(([path, source]) => [path, operatorsOf(source)])),
  );
}
