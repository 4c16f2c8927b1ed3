import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';

test.each([
  ['half a call', '{"to": "bo'],
  ['a list', '[1]'],
  ['a text', '"text"'],
  ['nothing', ''],
  ['a number that JSON cannot hold', '{"amount": 1e999}'],
  ['a deep number that JSON cannot hold', '{"a": [{"b": -1e999}]}'],
  ['nesting too deep to be written again', `{"a": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
  ['10 MB of brackets', '['.repeat(1e7)],
])('%s is no arguments', (_, text) => {
  expect(parseArguments(text)).toBeUndefined();
});

test('the value is what the shown text reads as', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const parsed = parseArguments(JSON.stringify(value));
      expect(parsed?.value).toEqual(JSON.parse(parsed?.text ?? ''));
      expect(parseArguments(parsed?.text ?? '')?.text).toBe(parsed?.text);
    }),
  );
});

test('the order of keys makes no difference to the text', () => {
  expect(parseArguments('{"b":1, "a":{"d":2,"c":3}}')?.text).toBe('{"a":{"c":3,"d":2},"b":1}');
  expect(parseArguments('{"__proto__":{"x":1}}')?.text).toBe('{"__proto__":{"x":1}}');
});
