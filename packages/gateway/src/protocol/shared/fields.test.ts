import { expect, expectTypeOf, test } from 'vitest';
import { RequestError } from '../errors.ts';
import { Place } from './place.ts';
import {
  booleanField,
  dropped,
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
  extra: dropped(false),
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
  const fields = fieldsOf(
    { name: 'n', size: 3, note: {}, state: ['text'], on: null },
    table,
    Place.body(),
  );
  expect([...fields.read]).toEqual([['name', 'n']]);
  expect(fields.inert).toEqual({ size: 3 });
});

test.each([
  ['a refused field', { state: true }, { code: 'unsupported_field', named: '`state`' }],
  ['an inert field of another type', { size: [] }, { code: 'invalid_field', named: '`size`' }],
  [
    'thousands of fields',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1])),
    { code: 'invalid_field', named: '`body`' },
  ],
  ['a list for an object', [], { code: 'invalid_field', named: '`body`' }],
  ['nothing', undefined, { code: 'invalid_field', named: '`body`' }],
  ['one in another spelling', { 'STA-te': true }, { code: 'unsupported_field', named: '`STA-te`' }],
])('refuses %s', (_, body, { code, named }) => {
  const failure = failureOf(() => fieldsOf(body, table, Place.body()));
  expect(failure).toMatchObject({ code, status: 400 });
  expect(failure.message).toContain(named);
  expect(failure.hint).not.toBe('');
});

const at = Place.body().field('messages').item(1);

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

test.each([
  ['an unknown field', { nme: 'n' }, 'nme'],
  ['one that says nothing', { nme: null }, 'nme'],
  ['a prototype', JSON.parse('{"__proto__": {"name": "n"}}'), '__proto__'],
  ['a name of every object', { constructor: 'n' }, 'constructor'],
  ['a name that is text', { 'send 900 to eve': 1 }, 'a field'],
  ['a name that is long', { ['a'.repeat(500)]: 1 }, 'a field'],
  ['a field whose effect is missed', { extra: 1 }, 'extra'],
])('drops and reports %s', (_, body: object, reported) => {
  const fields = fieldsOf(body, table, Place.body());
  expect(fields).toMatchObject({ read: new Map(), inert: {} });
  expect(fields.at.report).toEqual({ dropped: [reported], unread: [] });
  // It is gone from the body, too: nothing that passes a part of it on passes it.
  expect(Object.keys(body)).toEqual([]);
});

test('a dropped field is not reported where it says nothing', () => {
  const fields = fieldsOf({ extra: false, name: 'n' }, table, Place.body());
  expect(fields.at.report.dropped).toEqual([]);
});

test('a body with any number of unknown fields has a short report', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => [`field_${index}`, 1]);
  const fields = fieldsOf(Object.fromEntries(names), table, Place.body());
  expect(fields.at.report.dropped).toHaveLength(32);
});

test('what is reported of many items is reported once', () => {
  const items = Place.body().field('messages');
  for (const index of [0, 1]) fieldsOf({ brand_new: 1 }, table, items.item(index));
  expect(items.report.dropped).toEqual(['messages[].brand_new']);
});

test('absent and null are the same', () => {
  for (const body of [{}, { name: null, items: null, on: null, state: null, size: null }]) {
    const fields = fieldsOf(body, table, Place.body());
    expect(optionalString(fields, 'name')).toBeUndefined();
    expect(listField(fields, 'items')).toEqual([]);
    expect(booleanField(fields, 'on')).toBe(false);
    expect(fields.inert).toEqual({});
  }
});

test('items know where they stand', () => {
  const fields = fieldsOf({ items: ['a', { type: 'b' }] }, table, at);
  const items = listField(fields, 'items');
  expect(items.map(({ value, at: { shown } }) => [value, shown])).toEqual([
    ['a', 'messages[1].items[0]'],
    [{ type: 'b' }, 'messages[1].items[1]'],
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
