import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { space, untrusted } from '../../../test/fake-policy.ts';
import { limits } from '../../limits.ts';
import { Content } from '../content.ts';
import { jsonPieces } from './json-pieces.ts';

const max = limits.textAtOnceMax;

function written(value: unknown): string {
  return [...jsonPieces(value)].join('');
}

test('what is short is one piece, as JSON writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)]).toEqual([JSON.stringify(value)]);
    }),
  );
});

const long = fc
  .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 9 }), fc.integer({ min: 0, max: 9 }))
  .map(([unit, before]) => '_'.repeat(before) + unit.repeat(Math.ceil((2.5 * max) / unit.length)));

test('what is long is written piece by piece, as JSON writes it', () => {
  fc.assert(
    fc.property(long, fc.jsonValue(), (text, value) => {
      const whole = { value, none: undefined, list: [undefined, text, value], text };
      const pieces = [...jsonPieces(whole)];
      expect(pieces.join('') === JSON.stringify(whole)).toBe(true);
      expect(pieces.length).toBeGreaterThan(4);
      // A unit is written as six at most.
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(8 * max);
    }),
    { numRuns: 10 },
  );
});

describe('it says what JSON says of', () => {
  const text = 'x'.repeat(max + 1);
  const many = Array.from({ length: 2_000 }, (_, at) => ({ at, said: text.slice(0, 1_000) }));
  test.each<[string, unknown]>([
    ['many short ones', many],
    ['characters of two units', ['\u{1f600}'.repeat(max), `_${'\u{1f600}'.repeat(max)}`]],
    ['half of such a character', ['\ud83d'.repeat(max + 1), `${text}\ud83d`]],
    ['labels and labelled texts', [text, untrusted, Content.whole(space, text, untrusted)]],
    ['a long name', { [text]: text, none: undefined }],
    ['nothing at all', [text, [], {}, [undefined], { none: undefined }, null, Number.NaN]],
    ['what is no JSON', [text, () => 1, Symbol('s'), new Map([[1, 2]]), new Date(0)]],
  ])('%s', (_, value) => {
    expect(written(value) === JSON.stringify(value)).toBe(true);
  });

  test('a number in its own text', () => {
    const raw: unknown = Reflect.get(JSON, 'rawJSON')?.call(JSON, '1.0');
    const value = [text, raw, { raw }];
    expect(written(value) === JSON.stringify(value)).toBe(true);
  });
});
