import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExactNumber, numberOf, parseExact, plainWhereSame } from './json.ts';

const numbers = [
  '9007199254740993',
  '-0',
  '1.0',
  '0.1234567890123456789',
  '12345678901234567890.12',
  '1E5',
  '1e999',
];

test.each(numbers)('%s is written as it was read', (number) => {
  const text = `{"a":[${number},{"b":${number}}],"c":7,"d":"1.0"}`;
  expect(JSON.stringify(parseExact(text))).toBe(text);
});

test('any other JSON is read as ever', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.stringify(parseExact(text, true))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('numbers that are the same are plain ones again, and no others', () => {
  const read = plainWhereSame(
    parseExact(`{"a":[1.0,1E5,0.50,-0.0],"b":9007199254740993,"c":"1.0"}`),
  );
  expect(read).toMatchObject({ a: [1, 100_000, 0.5, -0], c: '1.0' });
  expect(JSON.stringify(read)).toContain('9007199254740993');
});

test('a number as long as a body may be costs no more than its length', () => {
  const text = `[1${'0'.repeat(500_000)}1]`;
  expect(JSON.stringify(plainWhereSame(parseExact(text)))).toBe(text);
});

test('a number in its own text is a number, and no object', () => {
  const value = parseExact('1.0');
  expect(isExactNumber(value)).toBe(true);
  expect(isExactNumber({ rawJSON: '1.0' })).toBe(false);
  expect(numberOf(value)).toBe(1);
  expect(numberOf('1.0')).toBeUndefined();
});
