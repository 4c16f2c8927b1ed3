import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentSets, fourPoint } from '../../../test/paper-spaces.ts';
import { joinAll } from '../../label/lattice.ts';
import { Content, reveal, type Region } from '../content.ts';
import { regionsBySpans, spansOf, type Span } from './spans.ts';

const space = documentSets();
const setOf = (text: string): Span['label'] => space.parse(`documents${text}`);
const low = setOf('{}');

describe('spans', () => {
  test.each<[string, string, readonly [number, number, string][], string, readonly string[]]>([
    ['none', 'abcd', [], '{}', ['abcd {}']],
    ['one', 'abcd', [[1, 3, '{x}']], '{}', ['a {}', 'bc {x}', 'd {}']],
    ['the whole', 'abcd', [[0, 4, '{x}']], '{}', ['abcd {x}']],
    [
      'overlapping',
      'abcd',
      [
        [0, 3, '{x}'],
        [1, 4, '{y}'],
      ],
      '{}',
      ['a {x}', 'bc {x, y}', 'd {y}'],
    ],
    [
      'one in another',
      'abcd',
      [
        [0, 4, '{x}'],
        [1, 2, '{y}'],
      ],
      '{}',
      ['a {x}', 'b {x, y}', 'cd {x}'],
    ],
    [
      'neighbours of one label',
      'abcd',
      [
        [1, 2, '{x}'],
        [2, 3, '{x}'],
      ],
      '{}',
      ['a {}', 'bc {x}', 'd {}'],
    ],
    ['a span with the label of the rest', 'abcd', [[1, 2, '{}']], '{}', ['abcd {}']],
    ['one that is lower than the rest', 'abcd', [[1, 2, '{}']], '{x}', ['a {x}', 'b {}', 'cd {x}']],
    ['an empty one', 'abcd', [[2, 2, '{x}']], '{}', ['abcd {}']],
    ['an empty text', '', [[0, 0, '{x}']], '{y}', [' {y}']],
  ])('%s', (...[, text, spans, rest, pieces]) => {
    const given = spans.map(([start, end, label]) => ({ start, end, label: setOf(label) }));
    const content = regionsBySpans(space, text, { spans: given, rest: setOf(rest) });
    expect(piecesOf(content)).toEqual(pieces.map((piece) => piece.replace('{', 'documents{')));
  });

  test('every character has the join of the spans over it, or the label of the rest', () => {
    const label = fc.constantFrom(...['{}', '{x}', '{y}', '{x, z}'].map(setOf));
    const span = fc
      .tuple(fc.nat(12), fc.nat(12), label)
      .map(([a, b, over]) => ({ start: Math.min(a, b), end: Math.max(a, b), label: over }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), label, (spans, rest) => {
        const text = 'abcdefghijkl';
        const content = regionsBySpans(space, text, { spans, rest });
        expect(reveal(content)).toBe(text);
        for (let at = 0; at < text.length; at += 1) {
          const over = spans.filter(({ start, end }) => start <= at && at < end);
          const labels = over.map((each) => each.label);
          const expected = labels.length === 0 ? rest : joinAll(space, labels);
          expect(leafAt(content.root, at).label).toBe(expected);
        }
        const leaves = leavesOf(content.root);
        for (const [at, leaf] of leaves.slice(1).entries()) {
          expect(leaf.label).not.toBe(leaves[at]?.label);
        }
      }),
    );
  });

  test.each([
    [-1, 2],
    [2, 5],
    [3, 2],
    [0.5, 2],
    [Number.NaN, 2],
    [0, Number.POSITIVE_INFINITY],
  ])('a span from %d to %d does not lie in the text', (start, end) => {
    const spans = [{ start, end, label: low }];
    expect(() => regionsBySpans(space, 'abcd', { spans, rest: low })).toThrow(
      expect.objectContaining({ code: 'history-invalid' }),
    );
  });
});

test.each<[string, RegExp, string, readonly [number, number][]]>([
  [
    'every match',
    /b+/,
    'abba b',
    [
      [1, 3],
      [5, 6],
    ],
  ],
  [
    'with its flags',
    /B+/gi,
    'abba b',
    [
      [1, 3],
      [5, 6],
    ],
  ],
  [
    'from the start, whatever it matched before',
    advanced(/b/g),
    'b b',
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['no empty match', /b*/, 'ab', [[1, 2]]],
])('a pattern gives a span for %s', (...[, pattern, text, ranges]) => {
  const label = fourPoint().top;
  expect(spansOf(text, pattern, label)).toEqual(
    ranges.map(([start, end]) => ({ start, end, label })),
  );
});

function advanced(pattern: RegExp): RegExp {
  pattern.lastIndex = 2;
  return pattern;
}

function leavesOf(region: Region): readonly Region[] {
  return region.parts.length === 0 ? [region] : region.parts.flatMap(leavesOf);
}

function leafAt(root: Region, at: number): Region {
  const leaf = leavesOf(root).find(({ start, end }) => start <= at && at < end);
  if (leaf === undefined) throw new Error('a character is not covered');
  return leaf;
}

function piecesOf(content: Content): readonly string[] {
  const text = reveal(content);
  return leavesOf(content.root).map(
    ({ start, end, label }) => `${text.slice(start, end)} ${label.text}`,
  );
}
