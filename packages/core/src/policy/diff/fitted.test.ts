import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { fittedTo, withoutDemands } from './fitted.ts';

const text = { type: 'string' };
const properties = { to: text, iban: text, kind: { enum: ['mail', 'pay'] } };

test.each<[string, Record<string, unknown>]>([
  ['another argument', { properties, dependentRequired: { to: ['iban'] } }],
  ['another one in an older form', { dependencies: { to: ['iban'] } }],
  ['one in a chain', { dependentRequired: { to: ['iban'], iban: ['kind'] }, properties }],
  ['a schema', { dependentSchemas: { to: { required: ['iban'] } } }],
  ['one of several', { anyOf: [{ required: ['iban', 'kind'] }, { required: ['x'] }], properties }],
  [
    'one of a kind',
    {
      properties,
      required: ['kind'],
      additionalProperties: false,
      oneOf: [
        { properties: { kind: { const: 'mail' }, to: { const: 'x' } } },
        { properties: { kind: { const: 'pay' } }, required: ['iban'] },
      ],
    },
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ['one on a condition', { if: { required: ['to'] }, then: { required: ['iban'] } }],
  ['one of a part', { $ref: '#/$defs/a', $defs: { a: { required: ['to', 'iban'] } } }],
])('arguments with %s', (_, schema) => {
  const fits = (value: unknown): boolean => new Validator(schema).validate(value).valid;
  expect(fits({ to: 'me' })).toBe(false);
  const found = fittedTo(schema, { to: 'me' }).find(fits);
  expect(found).toMatchObject({ to: 'me' });
});

test('what stands in a list gets what it needs', () => {
  const line = { type: 'object', properties: { to: text, sum: { type: 'number' } } };
  const schema = { properties: { lines: { items: { ...line, required: ['to', 'sum'] } } } };
  expect(fittedTo(schema, { lines: [{ to: 'me' }] })).toEqual([{ lines: [{ to: 'me', sum: 1 }] }]);
});

test('a schema without demands refuses what no other argument makes right', () => {
  const schema = {
    properties: { ...properties, required: text },
    required: ['iban'],
    oneOf: [{ required: ['to'] }, { required: ['kind'] }],
    not: { required: ['to', 'kind'] },
    additionalProperties: false,
  };
  const fits = (value: unknown): boolean =>
    new Validator({ ...withoutDemands(schema) }).validate(value).valid;
  expect([{ to: 'me' }, {}, { to: 'me', kind: 'pay', required: 'x' }].map(fits)).toEqual(
    Array.from({ length: 3 }, () => true),
  );
  expect([{ to: 3 }, { other: 'x' }, { kind: 'x' }].map(fits)).toEqual([false, false, false]);
});

test('a schema that refers to itself has an end', () => {
  const schema = { properties: { to: { $ref: '#' } }, required: ['to'], anyOf: [{}, {}] };
  expect(fittedTo(schema, { to: {} }).length).toBeLessThan(20);
});
