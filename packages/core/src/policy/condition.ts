import { readPattern } from './regex.ts';
import type { Scalar } from './shape.ts';
import type { ConditionSource, OperatorsSource } from './source.ts';

/** Kleene's third value: what was to be read is missing or of another type. */
export type Truth = 'true' | 'false' | 'unknown';

/** Says of the values found at a path whether a condition holds. */
export type Condition = (values: readonly unknown[]) => Truth;

export type ConditionReading =
  | { readonly kind: 'condition'; readonly holds: Condition }
  | { readonly kind: 'mistake'; readonly message: string; readonly hint: string };

type Test = (value: unknown) => Truth;

/** Reads the short forms too: `me` is `in: [me]`, `[me, you]` is `in: [me, you]`. */
export function operatorsOf(source: ConditionSource): OperatorsSource {
  if (isList(source)) return { in: source };
  return typeof source === 'object' && source !== null ? source : { in: [source] };
}

function isList(source: ConditionSource): source is readonly Scalar[] {
  return Array.isArray(source);
}

/** Compiles a condition; `groups` resolves `@name` in its lists. */
export function readCondition(
  source: ConditionSource,
  groups: ReadonlyMap<string, readonly string[]>,
): ConditionReading {
  const operators = operatorsOf(source);
  const tests: Test[] = [];
  for (const wanted of [operators.in, operators.notIn]) {
    if (wanted === undefined) continue;
    const members = expand(wanted, groups);
    if (!Array.isArray(members)) return members;
    tests.push(wanted === operators.in ? isAmong(members) : isNotAmong(members));
  }
  if (operators.matches !== undefined) {
    const read = readPattern(operators.matches, { whole: true });
    if (read.kind === 'mistake') return read;
    tests.push((value) =>
      typeof value === 'string' ? truth(read.pattern.test(value)) : 'unknown',
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
  wanted: readonly Scalar[],
  groups: ReadonlyMap<string, readonly string[]>,
): Scalar[] | Extract<ConditionReading, { kind: 'mistake' }> {
  const members: Scalar[] = [];
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

function holdsOf(tests: readonly Test[], exists: boolean | undefined): Condition {
  return (values) => {
    if (exists !== undefined && exists !== values.length > 0) return 'false';
    if (values.length === 0) return tests.length === 0 ? 'true' : 'unknown';
    return both(values.flatMap(itemsOf).flatMap((item) => tests.map((test) => test(item))));
  };
}

/** A list is read item by item; an empty one, and a mapping, says nothing. */
function itemsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [undefined] : value;
}

function isAmong(members: readonly Scalar[]): Test {
  return (value) => (isScalar(value) ? truth(members.includes(value)) : 'unknown');
}

/** Forbidding is read widely: case, width and surrounding space make no difference. */
function isNotAmong(members: readonly Scalar[]): Test {
  const folded = new Set(members.map(fold));
  return (value) => (isScalar(value) ? truth(!folded.has(fold(value))) : 'unknown');
}

function fold(value: Scalar): string {
  return String(value).normalize('NFKC').trim().toLowerCase();
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Conjunction: false wins, then unknown. */
export function both(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.includes('unknown') ? 'unknown' : 'true';
}

function truth(value: boolean): Truth {
  return value ? 'true' : 'false';
}

function numeric(holds: (value: number) => boolean): Test {
  return (value) => (typeof value === 'number' ? truth(holds(value)) : 'unknown');
}
