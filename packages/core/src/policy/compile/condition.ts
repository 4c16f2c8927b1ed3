import { InexactNumber } from '../../history/json/exact-number.ts';
import { normalForm } from '../../history/normal-form.ts';
import { limits } from '../../limits.ts';
import type { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Lack } from '../path/path.ts';
import { readPattern } from '../pattern/regex.ts';
import type { ConditionSource, OperatorsSource, ScalarSource } from '../source.ts';

/** Kleene's third value: what was to be read is missing, of another type, or mixed. */
export type Truth = 'true' | 'false' | 'unknown';

/**
 * Says of the values found at a path whether a condition holds; over the budget, it is unknown.
 * `undefined` among them: beside those, one is missing or cannot be read.
 */
export type Condition = (values: readonly unknown[], budget: PatternBudget) => Truth;

export type ConditionReading =
  | { readonly kind: 'condition'; readonly holds: Condition }
  | { readonly kind: 'mistake'; readonly message: string; readonly hint: string };

type Test = (value: unknown, budget: PatternBudget) => Truth;

/** Reads the short forms too: `me` is `in: [me]`, `[me, you]` is `in: [me, you]`. */
export function operatorsOf(source: ConditionSource): OperatorsSource {
  if (isList(source)) return { in: source };
  return typeof source === 'object' && source !== null ? source : { in: [source] };
}

function isList(source: ConditionSource): source is readonly ScalarSource[] {
  return Array.isArray(source);
}

/** Compiles a condition; `groups` resolves `@name` in its lists. */
export function readCondition(
  source: ConditionSource,
  groups: ReadonlyMap<string, readonly string[]>,
): ConditionReading {
  const operators = operatorsOf(source);
  const tests: Test[] = [];
  for (const operator of ['in', 'notIn'] as const) {
    const wanted = operators[operator];
    if (wanted === undefined) continue;
    const members = expand(wanted, groups);
    if (!Array.isArray(members)) return members;
    const among = isAmong(members);
    tests.push(operator === 'in' ? among : (value, budget) => not(among(value, budget)));
  }
  if (operators.matches !== undefined) {
    const read = readPattern(operators.matches);
    if (read.kind === 'mistake') return read;
    const { matches } = read.pattern;
    tests.push((value, budget) =>
      typeof value === 'string' ? truth(matches(value, budget)) : 'unknown',
    );
  }
  const { atLeast, atMost, exists } = operators;
  if (atLeast !== undefined) tests.push(numeric((value) => value >= atLeast));
  if (atMost !== undefined) tests.push(numeric((value) => value <= atMost));
  if (tests.length === 0 && exists === undefined) {
    const hint = 'write a value, a list, or one of `in`, `notIn`, `matches`, `atLeast`, `atMost`';
    return { kind: 'mistake', message: 'the condition asks for nothing', hint };
  }
  return { kind: 'condition', holds: holdsOf(tests, exists) };
}

/** The members of a list, `@name` replaced by the members of that group. */
function expand(
  wanted: readonly ScalarSource[],
  groups: ReadonlyMap<string, readonly string[]>,
): ScalarSource[] | Extract<ConditionReading, { kind: 'mistake' }> {
  const members: ScalarSource[] = [];
  for (const entry of wanted) {
    const group = typeof entry === 'string' && entry.startsWith('@') ? entry.slice(1) : undefined;
    if (group === undefined) {
      members.push(entry);
      continue;
    }
    const names = groups.get(group);
    if (names === undefined) {
      const hint = `add \`${group}: [...]\` under \`groups\``;
      return { kind: 'mistake', message: `no group is called \`@${group}\``, hint };
    }
    members.push(...names);
  }
  return members;
}

/** The values that a path found, as a condition is told of them: some may be missing. */
export function withMissing(values: readonly unknown[], lack: Lack): readonly unknown[] {
  const isMissing = lack === 'other-form' || (lack === 'left-out' && values.length > 0);
  return isMissing ? [...values, undefined] : values;
}

function holdsOf(tests: readonly Test[], exists: boolean | undefined): Condition {
  return (values, budget) => {
    const stands = existenceOf(values, exists);
    if (stands === 'false' || values.length === 0) {
      return tests.length === 0 || stands === 'false' ? stands : 'unknown';
    }
    const items = values.flatMap(itemsOf);
    return both([
      stands,
      allAlike(items.map((item) => both(tests.map((test) => test(item, budget))))),
    ]);
  };
}

/** Says if all or none of the values are there, as a condition asks; true if it does not ask. */
function existenceOf(values: readonly unknown[], wanted: boolean | undefined): Truth {
  if (wanted === undefined) return 'true';
  const isAny = values.some((value) => value !== undefined);
  if (values.includes(undefined) && (wanted || !isAny)) return 'unknown';
  return truth(wanted === isAny);
}

/** A list is read item by item; an empty one, and a mapping, says nothing. */
function itemsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [undefined] : value;
}

/**
 * Tests that a value is one of those listed. The result is unknown where the value has a type of
 * which none is listed, is too long to be read, or differs from one in case, width or surrounding
 * space alone: what a tool makes of `Boss@x` or `"true"` is not known, and a rule may allow as well
 * as forbid.
 */
function isAmong(members: readonly ScalarSource[]): Test {
  const exact = new Set(members);
  const types = new Set(members.map(typeOf));
  const folded = new Set(members.map(fold));
  return (value) => {
    if (value instanceof InexactNumber) return isNearOne(exact, value) ? 'unknown' : 'false';
    if (!isScalar(value) || Number.isNaN(value)) return 'unknown';
    if (exact.has(value)) return 'true';
    if (typeof value === 'string' && value.length > limits.patternCharactersMax) return 'unknown';
    const isOther = types.has(typeOf(value)) && !folded.has(fold(value));
    return isOther || members.length === 0 ? 'false' : 'unknown';
  };
}

/** A reader with doubles may take it for one that is listed. */
function isNearOne(
  members: ReadonlySet<ScalarSource>,
  { between: [low, high] }: InexactNumber,
): boolean {
  return [...members].some((one) => typeof one !== 'number' || (one >= low && one <= high));
}

function typeOf(value: ScalarSource): string {
  return value === null ? 'null' : typeof value;
}

/** How a text reads to who does not mind case, width and surrounding space. */
export function fold(value: ScalarSource): string {
  return normalForm(String(value), 'NFKC').trim().toLowerCase();
}

function isScalar(value: unknown): value is ScalarSource {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Conjunction: false wins, then unknown. */
export function both(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.includes('unknown') ? 'unknown' : 'true';
}

/** The truth that holds for all values; `unknown` where they differ. */
function allAlike([first = 'unknown', ...rest]: readonly Truth[]): Truth {
  return rest.every((each) => each === first) ? first : 'unknown';
}

function not(value: Truth): Truth {
  if (value === 'unknown') return 'unknown';
  return value === 'true' ? 'false' : 'true';
}

function truth(value: boolean | undefined): Truth {
  if (value === undefined) return 'unknown';
  return value ? 'true' : 'false';
}

function numeric(holds: (value: number) => boolean): Test {
  return (value) => {
    // A bound that lies between the two neighbours is one that the number may keep or not.
    if (value instanceof InexactNumber)
      return allAlike(value.between.map((one) => truth(holds(one))));
    const isNumber = typeof value === 'number' && !Number.isNaN(value);
    return isNumber ? truth(holds(value)) : 'unknown';
  };
}
