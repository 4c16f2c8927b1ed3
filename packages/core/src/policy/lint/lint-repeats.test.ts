import fc from 'fast-check';
import { expect, test } from 'vitest';
import { high, linted, low } from '../../../test/linted-policy.ts';
import { explainPolicy } from '../explain.ts';
import { checkPolicy, definePolicy } from '../load.ts';
import type { PolicySource, ResultRuleSource } from '../source.ts';

/** Documents and rules of a few names, so that paths meet. */
const step = fc.constantFrom("['a']", "['b']", '[*]', '[0]', '[-1]', '..b');
const somePath = fc.array(step, { maxLength: 3 }).map((steps) => `$${steps.join('')}`);
const someLabel = fc.constantFrom(low, high, 'trusted & nobody');
const someRule = fc.record(
  {
    path: somePath,
    label: someLabel,
    shape: someLabel,
    when: fc.dictionary(somePath, fc.constant(1), { minKeys: 1, maxKeys: 1 }),
  },
  { requiredKeys: ['path', 'label'] },
);
const { tree: someValue } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(1, 2),
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree')),
  ),
}));

interface SomeResult {
  readonly label: string;
  readonly shape: string;
  readonly rules: readonly ResultRuleSource[];
  readonly value: unknown;
}

const hidden = 'trusted & nobody';
/** A rule that changes no value, and by which `b` is a known key. */
const namesKey: SomeResult = {
  label: hidden,
  shape: hidden,
  rules: [
    { path: '$..b', label: hidden },
    { path: '$[-1][*]', label: high, shape: low, when: { $: 1 } },
  ],
  value: [{ b: 1 }],
};

test('a rule that is said to repeat the default can be left out', async () => {
  const some = fc.record({
    label: someLabel,
    shape: someLabel,
    rules: fc.array(someRule, { minLength: 1, maxLength: 3 }),
    value: someValue,
  });
  let reported = 0;
  const check = async ({ label, shape, rules, value }: SomeResult): Promise<void> => {
    const sourceOf = (left: SomeResult['rules']): PolicySource => ({
      ...linted,
      tools: { mail: { result: { format: 'json', label, shape, rules: left } } },
    });
    const problems = await checkPolicy(JSON.stringify(sourceOf(rules)));
    const index = problems
      .filter(({ message }) => message.includes('its label is the default one'))
      .map(({ path }) => Number(/rules\[(\d+)\]/.exec(path)?.[1]))[0];
    if (index === undefined) return;
    reported += 1;
    const text = JSON.stringify(value);
    const input = { tool: 'mail', result: { text, failed: false } };
    const labels = async (left: SomeResult['rules']): Promise<unknown> =>
      explainPolicy(await definePolicy(sourceOf(left)), input).result?.regions.map(
        ({ path, label: own }) => `${path}: ${own.text}`,
      );
    expect(await labels(rules.toSpliced(index, 1))).toEqual(await labels(rules));
  };
  await fc.assert(fc.asyncProperty(some, check), {
    numRuns: 1500,
    examples: [[namesKey]],
  });
  expect(reported).toBeGreaterThan(20);
});
