import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beyondAscii,
  isTurned,
  named,
  plainJson,
  quoted,
} from '../../src/operator/show/visible.ts';

describe('text of strangers', () => {
  test.each([
    ['plain', '"plain"'],
    ['a\nb\tc', '"a\\nb\\tc"'],
    ['a\u001B[31mb', '"a\\u001b[31mb"'],
    ['a\u0085b', '"a\\u{85}b"'],
    ['a\u202Eb', '"a\\u{202e}b"'],
    ['a\u2066b', '"a\\u{2066}b"'],
    ['DE\u200B99', '"DE\\u{200b}99"'],
    ['DE\u00AD99', '"DE\\u{ad}99"'],
    ['a\u3164b', '"a\\u{3164}b"'],
    ['a\u00A0b', '"a\\u{a0}b"'],
    ['a\u2800b', '"a\\u{2800}b"'],
    ['a\u{E0041}b', '"a\\u{e0041}b"'],
    ['\u0301a', '"\\u{301}a"'],
    ['p\u0430ypal', '"p\\u{430}ypal"'],
    ['\uFF11\uFF12', '"\\u{ff11}\\u{ff12}"'],
    ['\u{1D41A}dmin', '"\\u{1d41a}dmin"'],
    ['\u041F\u0440\u0438\u0432\u0435\u0442', '"\u041F\u0440\u0438\u0432\u0435\u0442"'],
    ['\u00C9va', '"\u00C9va"'],
    ['\\u{200b}', '"\\\\u{200b}"'],
    ['\uD800', '"\\ud800"'],
  ])('%j is written %s', (text, written) => {
    expect(quoted(text)).toBe(written);
  });

  const text = fc.string({ unit: 'binary', maxLength: 12 });

  test('nothing of it is hidden or obeyed', () => {
    fc.assert(
      fc.property(text, (some) => {
        expect(quoted(some)).not.toMatch(
          /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('no two texts are written alike', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\\', 'u', '{', '}', '2', '0', 'b', '\u200B', '\u0430', 'a', '"'),
      maxLength: 10,
    });
    fc.assert(
      fc.property(fc.oneof(text, hostile), fc.oneof(text, hostile), (one, other) => {
        expect(quoted(one) === quoted(other)).toBe(one === other);
      }),
      { numRuns: 500 },
    );
  });

  test('as JSON it stays the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = plainJson(value);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(line).not.toMatch(/[\u200B\u202E\n]/);
      }),
    );
    expect(plainJson('\u202E\u{E0041}')).toBe('"\\u202e\\udb40\\udc41"');
  });

  test.each(['send money', '', 'a`b', 'a"b', 'x\u200Bx', '--yes '])(
    '%j is put in quotes',
    (name) => {
      expect(named(name)).toBe(quoted(name));
    },
  );

  test('what may pass for something else is named', () => {
    expect(beyondAscii('p\u0430yp\u0430l \u00E9')).toEqual([
      { character: '\u0430', codePoint: 'U+0430', times: 2 },
      { character: '\u00E9', codePoint: 'U+00E9', times: 1 },
    ]);
    expect(beyondAscii('plain')).toEqual([]);
  });

  test.each([
    ['\u05D0 900', true],
    ['\u0627 900', true],
    ['\u0430 900', false],
    ['abc', false],
  ])('%j is turned around by a screen: %s', (some, expected) => {
    expect(isTurned(some)).toBe(expected);
  });
});
