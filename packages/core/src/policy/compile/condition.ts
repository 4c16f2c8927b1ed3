import type { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Lack } from '../path/path.ts';
import type { Groups, Mistake, Over, Test } from '../operators/operator.ts';
import { boundIn, operatorNames } from '../operators/operators.ts';
import { allAlike, both, type Truth } from '../operators/truth.ts';
import type { ConditionSource, OperatorsSource } from '../source.ts';

/**
 * Says of the values found at a path whether a condition holds; over the budget, it is unknown.
 * `undefined` among them: beside those, one is missing or cannot be read.
 */
export type Condition = (values: readonly unknown[], budget: PatternBudget) => Truth;

export type ConditionReading = { readonly kind: 'condition'; readonly holds: Condition } | Mistake;

/** Reads the short forms too: `me` is `in: [me]`, `[me, you]` is `in: [me, you]`. */
export function operatorsOf(source: ConditionSource): OperatorsSource {
  if (isList(source)) return { in: source };
  return typeof source === 'object' && source !== null ? source : { in: [source] };
}

function isList<Whole>(source: Whole): source is Extract<Whole, readonly unknown[]> {
  return Array.isArray(source);
}

/** Compiles a condition; `groups` resolves `@name` in its lists. */
export function readCondition(source: ConditionSource, groups: Groups): ConditionReading {
  const operators = withMembers(operatorsOf(source), groups);
  if ('kind' in operators) return operators;
  const tests: Tests = { each: [], whole: [], all: [] };
  for (const { over, test } of boundIn(operators)) {
    const read = test(groups);
    if (typeof read !== 'function') return read;
    tests[over].push(read);
  }
  if (Object.values(tests).every((each) => each.length === 0)) {
    const hint = `write a value, a list, or one of \`${operatorNames.join('`, `')}\``;
    return { kind: 'mistake', message: 'the condition asks for nothing', hint };
  }
  return { kind: 'condition', holds: holdsOf(tests) };
}

/** The operators with the members of a group in place of each `@name` in a list. */
export function withMembers(source: OperatorsSource, groups: Groups): OperatorsSource | Mistake {
  const unknown = Object.values(source)
    .flatMap((wanted: unknown): readonly unknown[] => (Array.isArray(wanted) ? wanted : []))
    .map((entry) => groupIn(entry))
    .find((group) => group !== undefined && !groups.has(group));
  if (unknown !== undefined) {
    const hint = `add \`${unknown}: [...]\` under \`groups\``;
    return { kind: 'mistake', message: `no group is called \`@${unknown}\``, hint };
  }
  const expanded = <Entry>(list: readonly Entry[]): readonly (Entry | string)[] =>
    list.flatMap((entry): readonly (Entry | string)[] => {
      return groups.get(groupIn(entry) ?? '') ?? [entry];
    });
  const { in: members, notIn, under, host } = source;
  return {
    ...source,
    ...(members && { in: expanded(members) }),
    ...(notIn && { notIn: expanded(notIn) }),
    ...(under !== undefined && isList(under) && { under: expanded(under) }),
    ...(host !== undefined && isList(host) && { host: expanded(host) }),
  };
}

function groupIn(entry: unknown): string | undefined {
  return typeof entry === 'string' && entry.startsWith('@') ? entry.slice(1) : undefined;
}

/** The values that a path found, as a condition is told of them: some may be missing. */
export function withMissing(values: readonly unknown[], lack: Lack): readonly unknown[] {
  const isMissing = lack === 'other-form' || (lack === 'left-out' && values.length > 0);
  return isMissing ? [...values, undefined] : values;
}

type Tests = { readonly [Each in Over]: Test[] };

function holdsOf({ each, whole, all }: Tests): Condition {
  return (values, budget) => {
    const meets = (tests: readonly Test[], value: unknown): Truth =>
      both(tests.map((test) => test(value, budget)));
    const stands = meets(all, values);
    if (stands === 'false' || each.length + whole.length === 0) return stands;
    if (values.length === 0) return 'unknown';
    const ofItems = each.length === 0 ? [] : values.flatMap(itemsOf);
    const ofValues = whole.length === 0 ? [] : values;
    return both([
      stands,
      ...[ofItems.map((item) => meets(each, item)), ofValues.map((value) => meets(whole, value))]
        .filter((truths) => truths.length > 0)
        .map(allAlike),
    ]);
  };
}

/** A list is read item by item; an empty one, and a mapping, says nothing. */
function itemsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [undefined] : value;
}
