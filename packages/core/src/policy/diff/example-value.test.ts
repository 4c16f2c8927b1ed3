import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { exampleOf } from './example-value.ts';

const line = { type: 'object', required: ['text'], properties: { text: { maxLength: 4 } } };

test.each<[string, Record<string, unknown>]>([
  ['a constant', { const: 'EUR' }],
  ['one of several', { enum: [3, 4] }],
  ['a bounded number', { type: 'number', exclusiveMinimum: 5, maximum: 6 }],
  ['a small number', { type: 'integer', maximum: -2 }],
  ['a type or nothing', { type: ['null', 'integer'] }],
  ['nothing', { type: 'null' }],
  ['a text of a form', { type: 'string', pattern: '^[A-Z]{2}[0-9]{4}$' }],
  ['a long text', { type: 'string', minLength: 30 }],
  ['a date', { type: 'string', format: 'date' }],
  ['an address', { type: 'string', format: 'uri' }],
  ['one form of several', { anyOf: [{ type: 'null' }, { type: 'array', minItems: 2, items: {} }] }],
  ['all of several', { allOf: [{ type: 'integer' }, { minimum: 7 }] }],
  ['a list', { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' }, $defs: { line } }],
  ['a mapping', { ...line, additionalProperties: false }],
])('%s is made up', (_, schema) => {
  expect(new Validator(schema).validate(exampleOf(schema)).errors).toEqual([]);
});

test('a schema that refers to itself has an end', () => {
  const schema = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } };
  expect(JSON.stringify(exampleOf(schema)).length).toBeLessThan(200);
});
