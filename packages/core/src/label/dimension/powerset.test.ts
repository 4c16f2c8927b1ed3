import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { isPowersetValue, powerset, powersetOf, type PowersetValue } from './powerset.ts';

const sources = powerset();

function read(text: string): PowersetValue {
  const value = sources.parse(text);
  if (value === undefined) throw new Error(`${text} is no set`);
  return value;
}

test.each([
  ['sources{}', 'sources{a}', true],
  ['sources{a}', 'sources{b, a}', true],
  ['sources{a, b}', 'sources{a}', false],
  ['sources{a}', 'sources{*}', true],
  ['sources{*}', 'sources{a}', false],
  ['sources{*}', 'sources{*}', true],
  ['sources{"*"}', 'sources{a}', false],
  ['sources{*}', 'sources{"*"}', false],
])('%s -> %s: %s', (from, to, flows) => {
  expect(sources.flowsTo(read(from), read(to))).toBe(flows);
});

describe('text', () => {
  test.each([
    ['sources{ b,a , b }', 'sources{a, b}'],
    ['sources{}', 'sources{}'],
    ['sources{*}', 'sources{*}'],
    ['sources{"*", "a}"}', 'sources{"*", "a}"}'],
    ['sources{@x}', 'sources{"@x"}'],
  ])('%s prints as %s', (text, printed) => {
    expect(sources.print(read(text))).toBe(printed);
  });

  test.each(['sources', 'sources{*, a}', 'sources{a,}', 'sources{a b}', 'other{a}', 'a'])(
    '%s is no set',
    (text) => {
      expect(sources.parse(text)).toBeUndefined();
    },
  );
});

describe('limits', () => {
  const names = (prefix: string): string[] =>
    Array.from({ length: limits.labelMembersMax }, (_, index) => `${prefix}${index}`);
  const full = powersetOf(names('a'));

  test('a join of too many is the top', () => {
    const other = powersetOf(['b']);
    expect(full !== undefined && other !== undefined && sources.join(full, other)).toBe(
      sources.top,
    );
  });

  test('a set of too many, or of too much text, is undefined', () => {
    expect(powersetOf([...names('a'), 'b'])).toBeUndefined();
    expect(powersetOf(['x'.repeat(limits.labelTextCharactersMax)])).toBeUndefined();
  });
});

test('the word must be plain', () => {
  expect(() => powerset('a}')).toThrow(/cannot name a dimension/);
});

test('a value that only looks like a set is not one', () => {
  expect(isPowersetValue({ kind: 'all' })).toBe(false);
  expect(isPowersetValue(sources.top)).toBe(true);
  expect(() => sources.untyped.join({ kind: 'all' }, sources.bottom)).toThrow(/not one of this/);
});
