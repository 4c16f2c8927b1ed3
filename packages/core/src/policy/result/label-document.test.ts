import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainPolicy, type RegionExplanation } from '../explain.ts';
import { definePolicy } from '../load.ts';
import type { ResultRuleSource } from '../source.ts';

const step = fc.constantFrom('.a', '.b', '[*]', '[0]', '[-1]', '[1:]', "['a', 'b']", '..a', '..*');
const somePath = fc.array(step, { maxLength: 3 }).map((steps) => `$${steps.join('')}`);
const label = fc.constantFrom(
  'trusted & everyone',
  'trusted & readers{ann}',
  'untrusted & everyone',
  'untrusted & nobody',
);
const rule = fc.record(
  { path: somePath, label, shape: label, name: fc.constantFrom('one', 'two') },
  { requiredKeys: ['path', 'label'] },
);

const { document } = fc.letrec<{ document: object; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(0, 'x', null), tie('document')),
  document: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

test('what a place gives by its path alone is what the same rules give when they read values', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(rule, { maxLength: 4 }),
      fc.array(document, { minLength: 1, maxLength: 3 }),
      fc.record({ label, shape: label }),
      async (rules, documents, defaults) => {
        const always = { when: { $: { exists: true } }, endorse: { because: 'it always holds' } };
        const byPath = await explainerOf(defaults, rules);
        const byValue = await explainerOf(
          defaults,
          rules.map((each) => ({ ...each, ...always })),
        );
        for (const text of documents.map((value) => JSON.stringify(value))) {
          expect(byPath(text)).toEqual(byValue(text));
        }
      },
    ),
  ));

type Explainer = (text: string) => readonly RegionExplanation[];

async function explainerOf(
  defaults: { readonly label: string; readonly shape: string },
  rules: readonly ResultRuleSource[],
): Promise<Explainer> {
  const policy = await definePolicy({
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: { read: { result: { format: 'json', ...defaults, rules } } },
  });
  return (text) => {
    const { result } = explainPolicy(policy, { tool: 'read', result: { text, failed: false } });
    // Each policy has a label space of its own, so labels are compared as they print.
    return (result?.regions ?? []).map((region) => JSON.parse(JSON.stringify(region)));
  };
}
