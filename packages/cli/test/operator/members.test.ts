import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersOf } from '../../src/operator/members.ts';

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
      expect(members.map(({ name }) => name)).toEqual(Object.keys(JSON.parse(json)));
    }),
  );
});
