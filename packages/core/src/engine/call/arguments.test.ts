import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readsExactly } from '../../history/json/json.ts';
import { proves } from '../../testing/proves.ts';
import { parseArguments } from './call.ts';

test.each([
  ['half a call', '{"to": "bo'],
  ['a list', '[1]'],
  ['a text', '"text"'],
  ['nothing', ''],
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

const written = [
  ['12.50', true],
  ['1e3', true],
  ['1E+3', true],
  ['1.0', true],
  ['0.1', true],
  ['0', true],
  ['-0', true],
  ['0e5', true],
  ['-0.000', true],
  ['9007199254740991', true],
  ['9007199254740992', true],
  ['100000000000000000000000', true],
  ['0.30000000000000004', true],
  ['5e-324', true],
  ['1.7976931348623157e308', true],
  ['9007199254740993', false],
  ['-9007199254740993', false],
  ['1187654321098765433', false],
  ['0.1000000000000000055', false],
  ['1.00000000000000000001', false],
  ['12345678901234567890.12', false],
  ['1e400', false],
  ['-1e999', false],
  ['1e-400', false],
  ['1e99999999999999', false],
  ['9007199254740993e00000000000000', false],
] as const;

proves('arguments/numbers-keep-text', () => {
  for (const [number] of written) {
    const text = `{"b":[${number}],"a":{"n":${number}}}`;
    expect(parseArguments(` { "b" : [ ${number} ] , "a" : { "n" : ${number} } } `)?.text).toBe(
      `{"a":{"n":${number}},"b":[${number}]}`,
    );
    expect(parseArguments(text)?.text).not.toBe(parseArguments(text.replaceAll(number, '7'))?.text);
  }
});

test('a number as long as arguments may be costs no more than its length', () => {
  const long = `1${'0'.repeat(500_000)}1`;
  expect(readsExactly(`{"a": ${long}}`)).toBe(false);
  expect(parseArguments(`{"a": 0.${long}}`)?.text).toBe(`{"a":0.${long}}`);
});

test.each(written)('%s is read exactly: %s', (number, isExact) => {
  expect(readsExactly(`{"a": {"n": [${number}]}}`)).toBe(isExact);
  expect(readsExactly(`{"a": "${number}"}`)).toBe(true);
});

test('a number is exact just where its shortest text says the same number', () => {
  const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:e[+-]?\d{1,3})?$/);
  fc.assert(
    fc.property(digits, (number) => {
      expect(readsExactly(`{"n":${number}}`)).toBe(isExactly(number));
    }),
    { numRuns: 2_000 },
  );
});

/** In whole numbers of the smallest unit, without a double. */
function isExactly(number: string): boolean {
  const value = Number(number);
  return Number.isFinite(value) && scaled(number) === scaled(String(value));
}

function scaled(number: string): bigint {
  const [digits = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length + 2_000);
}
