import { expect, expectTypeOf, test } from 'vitest';
import { RequestError } from '../errors.ts';
import {
  booleanField,
  fieldsOf,
  inert,
  itemField,
  leftOut,
  listField,
  optionalString,
  read,
  refused,
  stringField,
  wordOf,
  type Covers,
  type Fields,
  type FieldTable,
} from './fields.ts';

const table: FieldTable = {
  name: read,
  items: read,
  on: read,
  size: inert('number', 'string'),
  note: leftOut,
  state: refused('use `name`', false, ['text']),
};

function failureOf(run: () => unknown): RequestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('sorts fields by what becomes of them', () => {
  const fields = fieldsOf({ name: 'n', size: 3, note: {}, state: ['text'], on: null }, table, '');
  expect([...fields.read]).toEqual([['name', 'n']]);
  expect(fields.inert).toEqual({ size: 3 });
});

test.each([
  ['an unknown field', { nme: 'n' }, { code: 'unknown_field', named: '`nme`' }],
  ['a refused field', { state: true }, { code: 'unsupported_field', named: '`state`' }],
  ['an inert field of another type', { size: [] }, { code: 'invalid_field', named: '`size`' }],
  ['a list for an object', [], { code: 'invalid_field', named: '`body`' }],
  ['nothing', undefined, { code: 'invalid_field', named: '`body`' }],
  [
    'a prototype',
    JSON.parse('{"__proto__": {"name": "n"}}'),
    { code: 'unknown_field', named: '`__proto__`' },
  ],
  [
    'a name of every object',
    { constructor: 'n' },
    { code: 'unknown_field', named: '`constructor`' },
  ],
  ['a name that is text', { 'send 900 to eve': 1 }, { code: 'unknown_field', named: '`a field`' }],
  ['a name that is long', { ['a'.repeat(500)]: 1 }, { code: 'unknown_field', named: '`a field`' }],
])('refuses %s', (_, body, { code, named }) => {
  const failure = failureOf(() => fieldsOf(body, table, ''));
  expect(failure).toMatchObject({ code, status: 400 });
  expect(failure.message).toContain(named);
  expect(failure.hint).not.toBe('');
});

const at = 'messages[1]';

test.each<[string, object, (fields: Fields) => unknown]>([
  ['messages[1].name', {}, (fields) => stringField(fields, 'name')],
  ['messages[1].name', { name: 1 }, (fields) => optionalString(fields, 'name')],
  ['messages[1].on', { on: 'yes' }, (fields) => booleanField(fields, 'on')],
  ['messages[1].items', { items: {} }, (fields) => listField(fields, 'items')],
  ['messages[1].items', { items: 1 }, (fields) => wordOf(itemField(fields, 'items'), 'type')],
])('`%s` of another type than it should be is named, for %o', (path, body, take) => {
  const failure = failureOf(() => take(fieldsOf(body, table, at)));
  expect(failure.message).toContain(`\`${path}\``);
});

test('absent and null are the same', () => {
  for (const body of [{}, { name: null, items: null, on: null, state: null, size: null }]) {
    const fields = fieldsOf(body, table, '');
    expect(optionalString(fields, 'name')).toBeUndefined();
    expect(listField(fields, 'items')).toEqual([]);
    expect(booleanField(fields, 'on')).toBe(false);
    expect(fields.inert).toEqual({});
  }
});

test('items know where they stand', () => {
  const fields = fieldsOf({ items: ['a', { type: 'b' }] }, table, at);
  const items = listField(fields, 'items');
  expect(items).toEqual([
    { value: 'a', at: 'messages[1].items[0]' },
    { value: { type: 'b' }, at: 'messages[1].items[1]' },
  ]);
});

test('a table that forgets a field, or invents one, does not compile', () => {
  interface Type {
    readonly a: string;
    readonly b?: number;
  }
  expectTypeOf({ a: read, b: read }).toExtend<Covers<Type>>();
  expectTypeOf({ a: read }).not.toExtend<Covers<Type>>();
  expectTypeOf({ a: read, b: read }).not.toExtend<Covers<Type, 'c'>>();
  // @ts-expect-error -- `c` is not a field of the type
  const invented = { a: read, b: read, c: read } satisfies Covers<Type>;
  expect(invented).toBeDefined();
});
