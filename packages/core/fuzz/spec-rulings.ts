import type { Answer, Question, Ruling } from '../src/spec/world.ts';
import type { LatticeCase, Mask } from './lattices.ts';
import type { PersonsAnswer, RandomRuling } from './rulings.ts';

/** A ruling as the specification knows it: a call has one label, which flows to all ceilings. */
export function specRuling(random: RandomRuling): Ruling<Mask> {
  switch (random.kind) {
    case 'ceiling': {
      const ceilings = Object.values(random.perArgument);
      const ceiling = ceilings.reduce((all, each) => all & each, random.ceiling);
      const { ceiling: control, perArgument: data, otherwise } = random;
      return { ceiling, control, data, otherwise };
    }
    case 'never':
      return { ceiling: 'never', otherwise: random.otherwise };
    case 'deny':
      return { deny: random.deny };
    case 'throws':
      return { deny: 'policy-failed' };
  }
}

export function specAnswer(answer: PersonsAnswer, question: Question<Mask>): Answer<Mask> {
  if (answer === 'no' || answer === 'silence') return answer;
  if (answer === 'other') return { yes: { ...question }, by: ['ann', 'bob'] };
  return { yes: question, by: answer.by };
}

/** All that a person is told of a question: what is asked, and where it stands above a ceiling. */
export interface AskedOf {
  readonly tool: string;
  readonly args: string;
  readonly label: Mask;
  /** `undefined`: no label would do. */
  readonly ceiling: Mask | undefined;
  /** Each a dimension, and the pointer of the argument whose ceiling it is. */
  readonly violations: readonly (readonly [dimension: string, argument: string])[];
  readonly dutyOf: readonly string[];
}

/** A question as text: a person's answer depends on it, and both sides must ask the same. */
export function questionText(asked: AskedOf): string {
  const { tool, args, label, ceiling, violations, dutyOf } = asked;
  return JSON.stringify([tool, args, label, ceiling ?? 'none', violations, dutyOf]);
}

/** The question that the specification asks, by the ruling that led to it. */
export function specAsked(
  { axes }: LatticeCase,
  { tool, args, label }: Question<Mask>,
  { ruling, dutyOf }: { readonly ruling: RandomRuling; readonly dutyOf: readonly string[] },
): AskedOf {
  const asked = { tool, args, label, dutyOf };
  if (ruling.kind !== 'ceiling') return { ...asked, ceiling: undefined, violations: [['*', '']] };
  const named = Object.entries(ruling.perArgument).map(([name, ceiling]) => {
    return { pointer: `/${name.split('~').join('~0').split('/').join('~1')}`, ceiling };
  });
  const violations = [{ pointer: '', ceiling: ruling.ceiling }, ...named].flatMap((each) => {
    const above = axes.filter(({ bits }) => (label & bits & ~each.ceiling) !== 0);
    return above.map(({ name }) => [name, each.pointer] as const);
  });
  return { ...asked, ceiling: ruling.ceiling, violations };
}

/** Arguments with sorted keys, as JSON; `undefined` where they are no JSON object. */
export function specCanonical(args: string): string | undefined {
  try {
    const value: unknown = JSON.parse(args);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? sorted(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The arguments at the top with sorted keys, each value as JSON. */
export function specMembers(args: string): readonly (readonly [string, string])[] | undefined {
  const canonical = specCanonical(args);
  if (canonical === undefined) return undefined;
  const value: Readonly<Record<string, unknown>> = JSON.parse(canonical);
  return Object.keys(value)
    .toSorted()
    .map((name) => [name, sorted(value[name])]);
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const byKey = new Map(Object.entries(value));
  const keys = [...byKey.keys()].toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(byKey.get(key))}`).join(',')}}`;
}
