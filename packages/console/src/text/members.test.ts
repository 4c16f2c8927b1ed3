import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersIn, membersOf } from './members.ts';

test.each([
  ['{}', []],
  ['{"a":1}', ['"a":1']],
  ['{"a":[1,{"b":2}],"c":"x,y}"}', ['"a":[1,{"b":2}]', '"c":"x,y}"']],
  ['{"a":"\\",","b":90071992547409931}', ['"a":"\\","', '"b":90071992547409931']],
  ['{"a":1,"a":2}', ['"a":1', '"a":2']],
])('%s has its members as they stand', (json, texts) => {
  expect(membersOf(json)?.map(({ text }) => text)).toEqual(texts);
});

test.each(['', '[]', 'null', '"{}"', '{', '{"a":1', '{a:1}', '{,}', '{"a":1,}', '{"a":"}'])(
  '%j is no object',
  (json) => {
    expect(membersOf(json)).toBeUndefined();
  },
);

test('together they are the whole text', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(object, (value) => {
      const json = JSON.stringify(value);
      const members = membersOf(json) ?? [];
      expect(`{${members.map(({ text }) => text).join(',')}}`).toBe(json);
      expect(members.map(({ path }) => JSON.parse(path))).toEqual(Object.keys(JSON.parse(json)));
    }),
  );
});

test('what is in a member stands behind its name', () => {
  const [member] = membersOf('{"a/b":{"c":1,"list":[2,{"x":"}]"}]}}') ?? [];
  const inside = member === undefined ? [] : membersIn(member);
  expect(inside.map(({ pointer, text }) => [pointer, text])).toEqual([
    ['/a~1b/c', '"a/b" > "c":1'],
    ['/a~1b/list', '"a/b" > "list":[2,{"x":"}]"}]'],
  ]);
  expect(inside.flatMap((each) => membersIn(each)).map(({ text }) => text)).toEqual([
    '"a/b" > "list" > 0:2',
    '"a/b" > "list" > 1:{"x":"}]"}',
  ]);
});
