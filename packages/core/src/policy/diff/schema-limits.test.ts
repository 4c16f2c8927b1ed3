import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const amount = { type: 'integer', minimum: 1 };

/** The flows that open where the schema of `pay` becomes another one. */
async function opened(before: object, after: object): Promise<readonly (string | undefined)[]> {
  const [old, now] = await Promise.all([before, after].map(policyWith));
  if (old === undefined || now === undefined) throw new Error('no policy was read');
  return diffPolicies(old, now).opened.flatMap(({ sink, witness }) =>
    sink === 'pay' ? [witness.call?.args] : [],
  );
}

function policyWith(schema: object): ReturnType<typeof loadPolicy> {
  const call = { ceiling: 'untrusted', schema: { type: 'object', ...schema } };
  return loadPolicy(
    JSON.stringify({
      version: 1,
      lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
      onViolation: 'ask',
      answer: { ceiling: 'top' },
      tools: {
        read: { effect: 'read', result: { format: 'text', label: 'untrusted' } },
        pay: { call },
      },
    }),
    { file: 'sluice.yaml' },
  );
}

const withAmount = (part: object): object => ({ properties: { amount: { ...amount, ...part } } });

test.each([
  ['a bound that is gone', withAmount({ maximum: 50 }), withAmount({})],
  ['a bound that is higher', withAmount({ maximum: 50 }), withAmount({ maximum: 5000 })],
  ['a bound that may be met', withAmount({ exclusiveMaximum: 50 }), withAmount({ maximum: 50 })],
  ['a lower bound that is gone', withAmount({}), { properties: { amount: { type: 'integer' } } }],
  [
    'a value more',
    { properties: { to: { enum: ['me'] } } },
    { properties: { to: { enum: ['me', 'eve'] } } },
  ],
  [
    'another constant',
    { properties: { to: { const: 'me' } } },
    { properties: { to: { const: 'eve' } } },
  ],
  [
    'a pattern that is gone',
    { properties: { to: { type: 'string', pattern: '^[A-Z]{2}$' } } },
    { properties: { to: { type: 'string' } } },
  ],
  [
    'a longer text',
    { properties: { to: { type: 'string', maxLength: 3 } } },
    { properties: { to: { type: 'string', maxLength: 30 } } },
  ],
  [
    'another type',
    { properties: { to: { type: 'number' } } },
    { properties: { to: { type: ['number', 'string'] } } },
  ],
  [
    'a limit of an item of a list',
    { properties: { to: { type: 'array', items: { enum: ['me'] } } } },
    { properties: { to: { type: 'array', items: { type: 'string' } } } },
  ],
  [
    'a limit in a mapping',
    { properties: { to: { properties: { name: { enum: ['me'] } } } } },
    { properties: { to: { properties: { name: { type: 'string' } } } } },
  ],
  [
    'a limit behind a reference',
    { $defs: { to: { enum: ['me'] } }, properties: { to: { $ref: '#/$defs/to' } } },
    { $defs: { to: { type: 'string' } }, properties: { to: { $ref: '#/$defs/to' } } },
  ],
  [
    'one of several forms',
    { properties: { to: { anyOf: [{ const: 1 }, { const: 2 }] } } },
    { properties: { to: { anyOf: [{ const: 1 }, { const: 2 }, { const: 3 }] } } },
  ],
  ['arguments that no schema names', { additionalProperties: false }, {}],
  ['an argument that may be left out', { required: ['to'], properties: { to: {} } }, {}],
])('%s opens a flow', async (_, before, after) => {
  expect(await opened(before, after)).not.toEqual([]);
  expect(await opened(after, after)).toEqual([]);
});
