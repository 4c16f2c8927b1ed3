import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { policyJsonSchema, policyShape } from './policy-shape.ts';
import { readShape } from './shape.ts';
import { definePolicy } from '../load.ts';
import type { Finding } from '../problem.ts';
import type { PolicySource } from '../source.ts';

const file = path.join(import.meta.dirname, '../../../policy.schema.json');
const published: Schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
const validator = new Validator(published, '7');

/** Uses every key that the format has. */
const everything: PolicySource = {
  version: 1,
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    confidentiality: { readers: 'any' },
    approvals: { powerset: ['ann', 'bob'], separationOfDuty: true },
    seen: { powerset: 'any' },
  },
  groups: { finance: ['ann', 'bob'] },
  unlabelled: 'top',
  system: { label: 'bottom' },
  user: {
    label: 'bottom',
    spans: [
      { name: 'fence', between: ['<quote>', '</quote>'], label: 'top' },
      { name: 'rest', from: 'Observation:', label: 'top' },
      { name: 'id', pattern: '[A-Z]+', label: 'bottom', endorse: { because: 'an id' } },
    ],
  },
  assistant: { says: ['Ok.'] },
  onViolation: 'ask',
  tools: {
    search: {
      effect: 'read',
      description: 'trusted',
      result: {
        format: 'text',
        label: 'top',
        begins: ['a'],
        spans: [{ pattern: 'a', label: 'top' }],
      },
      call: 'never',
      onViolation: 'block',
    },
    list: {
      effect: 'write',
      description: { pin: `sha256:${'0'.repeat(64)}` },
      result: {
        format: 'json',
        label: 'top',
        shape: 'bottom',
        rules: [
          { path: '$.a', label: 'bottom' },
          {
            name: 'b',
            path: ['$[*].b', '$[*].c'],
            label: 'untrusted & approvals{} & seen{}',
            shape: 'bottom',
            readersFrom: ['$[*].to'],
            when: { '$[*].d': 'x', '$[*].e': [1, null], '$[*].f': { exists: true } },
            endorse: { because: 'a reason' },
          },
        ],
      },
      call: {
        ceiling: 'untrusted & approvals{ann} & seen{*}',
        readersFrom: ['to'],
        rules: [
          {
            name: 'small',
            when: {
              amount: { atMost: 10, atLeast: 1 },
              to: { in: ['@finance'], notIn: ['eve'], matches: '[a-z]+' },
              command: { shell: ['read', 'write'], shellDoes: ['write'] },
              path: { file: ['project'] },
              input: { patch: ['project', 'document'] },
            },
            ceiling: 'untrusted & approvals{} & seen{}',
            readersFrom: ['to'],
            onViolation: 'log',
          },
        ],
        arguments: {
          to: { allow: ['ann', 'bob'], deny: ['eve'], matches: '[a-z]+', optional: true },
          amount: { atLeast: 0, atMost: 100 },
        },
        schema: { type: 'object' },
      },
    },
  },
  answer: {
    ceiling: 'top',
    withLinks: 'bottom',
    fields: [
      { name: 'to', path: ['$.to', '$.cc[*]'], ceiling: 'bottom', onViolation: 'block' },
      { path: '$.memo', ceiling: 'bottom', optional: true },
    ],
    onViolation: 'log',
  },
  providerTools: { web_search: { ceiling: 'top', result: 'top' } },
  models: { '*': { main: 'top', judge: 'bottom' } },
  cases: [
    { name: 'a', call: { tool: 'list', args: { to: 'ann' } }, label: 'top', expect: 'ask' },
    { name: 'b', result: { tool: 'list', text: '{}', failed: false }, expect: { $: 'top' } },
    { name: 'c', answer: 'x', structured: true, label: 'top', expect: 'allow' },
  ],
};

function findingsOf(value: unknown): readonly string[] {
  const found: Omit<Finding, 'severity'>[] = [];
  readShape(policyShape, value, (finding) => {
    found.push(finding);
  });
  return found.map(({ at, message }) => `${at.join('.')}: ${message}`);
}

test('the published schema is the one that the loader reads', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(policyJsonSchema())));
});

test('a policy that uses every key of the format is read as it stands', async () => {
  expect(findingsOf(everything)).toEqual([]);
  expect(readShape(policyShape, everything, () => {})).toEqual(everything);
  expect(validator.validate(everything)).toMatchObject({ valid: true });
  await expect(definePolicy(everything)).resolves.toBeDefined();
});

test.each([
  ['tools', '{ "__proto__": {} }'],
  ['models', '{ "__proto__": {} }'],
  ['groups', '{ "__proto__": [] }'],
])('no name under `%s` is `__proto__`, which would be left out', (key, names) => {
  const source = { ...everything, [key]: JSON.parse(names) as unknown };
  expect(findingsOf(source)).toEqual([`${key}.__proto__: \`__proto__\` cannot be a name`]);
});

test('a condition on `__proto__` is not left out of a rule', () => {
  const rule = '{ "path": "$.a", "label": "top", "when": { "__proto__": 1, "b": 2 } }';
  const tools = { list: { result: { format: 'json', label: 'top', rules: [JSON.parse(rule)] } } };
  expect(findingsOf({ ...everything, tools })).toEqual([
    'tools.list.result.rules.0.when.__proto__: `__proto__` cannot be a name',
  ]);
});

test('what is said to be undefined is left out', () => {
  const tools = { list: { effect: undefined, result: undefined } };
  expect(findingsOf({ ...everything, groups: undefined, tools })).toEqual([]);
  const lattice = { integrity: undefined };
  expect(findingsOf({ ...everything, lattice })).toEqual(['lattice: `integrity` is missing']);
});

test.each<[string, unknown, string]>([
  ['a word', { description: 'trustd' }, 'description: `trustd` is not allowed here'],
  ['a mapping', { description: { pin: 5 } }, 'description.pin: `5` is not allowed here'],
  ['no key of a mapping', { description: {} }, 'description: `pin` is missing'],
  ['a list', { result: { format: 'text', label: 'a', begins: [1] } }, 'result.begins.0: `1` is'],
  ['a list too short', { result: { format: 'text', label: 'a', begins: [] } }, 'too short'],
])('of several forms the mistake is told in the one meant: %s', (_, tool, message) => {
  const found = findingsOf({ ...everything, tools: { list: tool } });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

/** Every place in a value, as a function that puts something else there. */
function* mutationsOf(value: unknown): Generator<(other: unknown) => unknown> {
  yield (other) => other;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    const put = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.with(Number(key), other)
        : Object.fromEntries(
            Object.entries({ ...value, [key]: other }).filter(([, each]) => each !== undefined),
          );
    for (const inner of mutationsOf(entry)) yield (other) => put(inner(other));
    if (!Array.isArray(value)) {
      yield () => put(undefined);
      yield () => ({ ...value, [`${key}x`]: entry });
    }
  }
}

const mutations = [...mutationsOf(everything)];
const replacement = fc.oneof(
  fc.constantFrom<unknown>('', 'top', 'any', 'ask', 'never', 1, 2, -1.5, true, false, null, [], {}),
  fc.constantFrom<unknown>(['a'], ['a', 'b'], [1], [null], [[]], { a: 'top' }, { chain: ['a'] }),
  fc.constantFrom<unknown>({ because: 'x' }, { exists: 1 }, { powerset: [] }, { answer: 'x' }),
);

proves('policy/schema-in-step', () => {
  expect(mutations.length).toBeGreaterThan(300);
  const other = fc.tuple(fc.integer({ min: 0, max: mutations.length - 1 }), replacement);
  fc.assert(
    fc.property(other, ([index, value]) => {
      const source = mutations[index]?.(value);
      const { valid, errors } = validator.validate(source);
      const found = findingsOf(source);
      expect(found.length === 0, `${JSON.stringify(errors.at(-1))}\n${found.join('\n')}`).toBe(
        valid,
      );
    }),
    { numRuns: 3000 },
  );
});

test('the published schema knows templates', () => {
  const withTools = (tools: object): object => ({
    ...everything,
    templates: { read: { effect: 'read', call: { arguments: {} } } },
    tools,
  });
  const isValid = (value: object): boolean => validator.validate(value).valid;
  expect(isValid(withTools({ a: { like: 'read', call: { ceiling: 'top' } } }))).toBe(true);
  expect(isValid(withTools({ a: { like: 3 } }))).toBe(false);
  expect(isValid(withTools({ a: { like: 'read', cal: 'never' } }))).toBe(false);
});
