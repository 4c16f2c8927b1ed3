import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryName, hostileNames } from '../../../test/arbitrary-labels.ts';
import {
  bracedItems,
  parseName,
  printable,
  printName,
  sortedUnique,
  splitOutside,
} from './text.ts';

describe('names', () => {
  test.each([
    ['alice', 'alice'],
    ['bob@bank.example', 'bob@bank.example'],
    ['@finance', '"@finance"'],
    ['a, b', '"a, b"'],
    ['', '""'],
    ['Zoë', '"Zoë"'],
    ['\u202Eevil', '"\\u202eevil"'],
    ['\u001b[31m', '"\\u001b[31m"'],
    ['\ud800', '"\\ud800"'],
    ['\u2028', '"\\u2028"'],
  ])('%j prints as %s', (name, text) => {
    expect(printName(name)).toBe(text);
  });

  test('every name reads back, alone and between braces', () => {
    fc.assert(
      fc.property(arbitraryName, arbitraryName, (a, b) => {
        expect(parseName(printName(a))).toBe(a);
        const text = `set{${printName(a)}, ${printName(b)}}`;
        expect(bracedItems('set', text)?.map(parseName)).toEqual([a, b]);
        expect(splitOutside(`${text} & ${printName(b)}`, '&')).toEqual([text, printName(b)]);
      }),
    );
  });

  test('what is printed holds no control, reversal or lone surrogate', () => {
    fc.assert(
      fc.property(arbitraryName, (name) => {
        expect(printName(name)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(printable(name)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}`]/u);
      }),
    );
  });

  test.each(['', ' ', 'a b', 'a,b', 'a}', '"a', '"a"b', 'a&b', '{}', '\u202Ea', '"\\x"', 'a;b'])(
    '%j is no name',
    (text) => {
      expect(parseName(text)).toBeUndefined();
    },
  );

  test('a person may type letters of any script without quotes', () => {
    expect(parseName('Zoë')).toBe('Zoë');
  });
});

test.each([
  ['a & b', ['a', 'b']],
  ['s{a & b} & c', ['s{a & b}', 'c']],
  ['"a & \\"b" & c', ['"a & \\"b"', 'c']],
  ['', ['']],
  ['a{', undefined],
  ['a}', undefined],
  ['}a{', undefined],
  ['"a', undefined],
  ['"a\\', undefined],
])('splitting %j at & gives %j', (text, pieces) => {
  expect(splitOutside(text, '&')).toEqual(pieces);
});

test.each([
  ['set{}', []],
  ['set{ }', []],
  ['set{a,b}', ['a', 'b']],
  ['set{a,}', ['a', '']],
  ['sets{a}', undefined],
  ['set{a', undefined],
])('the items of %j are %j', (text, items) => {
  expect(bracedItems('set', text)).toEqual(items);
});

test('a long text is cut for messages', () => {
  expect(printable('x'.repeat(100))).toBe(`${'x'.repeat(80)}...`);
});

test('names sort by code unit, each once', () => {
  expect(sortedUnique(['b', 'a', 'B', 'a', 'ä'])).toEqual(['B', 'a', 'b', 'ä']);
  expect(sortedUnique(hostileNames).length).toBe(hostileNames.length);
});
