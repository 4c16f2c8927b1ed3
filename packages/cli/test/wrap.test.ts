import fc from 'fast-check';
import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { fieldsOf, textLines } from '../src/show/text-lines.ts';
import { widthOf, wrap } from '../src/show/wrap.ts';
import { keptTerminal } from './terminal.ts';

const { red } = createColors(true);

const narrow = { columns: 40, indent: 4 };

describe('wrap', () => {
  test.each<[string, string, readonly string[]]>([
    ['what fits stays', 'short', ['short']],
    [
      'after a space',
      `${'a'.repeat(30)} ${'b'.repeat(30)}`,
      ['a'.repeat(30), `    ${'b'.repeat(30)}`],
    ],
    [
      'after a comma',
      `${'a'.repeat(35)},${'b'.repeat(9)}`,
      [`${'a'.repeat(35)},`, `    ${'b'.repeat(9)}`],
    ],
    ['a stranger’s line break', 'one\nagent  -> two', ['one', '    agent  -> two']],
    ['wide characters', '漢'.repeat(21), ['漢'.repeat(18), `    ${'漢'.repeat(3)}`]],
    ['colours take no room', red('a'.repeat(36)), [red('a'.repeat(36))]],
  ])('%s', (_, text, lines) => expect(wrap(text, narrow)).toEqual(lines));

  test('no line is too long, and nothing but spaces is lost', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (text) => {
        const lines = wrap(red(text), narrow);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40);
        expect(lines.join('').replaceAll(/\s/gu, '')).toBe(red(text).replaceAll(/\s/gu, ''));
      }),
    );
  });
});

describe('a list of records', () => {
  const cells = (text: string) =>
    fieldsOf(text)?.rows.map((row) => row.map(({ start, end }) => text.slice(start, end)));

  test('is read with the place of every value', () => {
    const text = '[{"id":1,"note":"a \\"b\\", c"},{"id":22,"note": "[redacted]"}]';
    expect(fieldsOf(text)?.names).toEqual(['id', 'note']);
    expect(cells(text)).toEqual([
      ['1', 'a \\"b\\", c'],
      ['22', '[redacted]'],
    ]);
  });

  test.each([
    ['one record', '[{"a":1}]'],
    ['other fields', '[{"a":1},{"b":1}]'],
    ['nested', '[{"a":[1]},{"a":[2]}]'],
    ['no records', '[1,2]'],
    ['no fields', '[{},{}]'],
    ['YAML', '- a: 1\n- a: 2'],
    ['no document', 'one, two'],
    ['too long to lay out', JSON.stringify([{ a: 'x'.repeat(20_000) }, { a: '' }])],
  ])('%s is none', (_, text) => expect(fieldsOf(text)).toBeUndefined());

  test('stands as a table, unless that leaves the last field no room', () => {
    const raw = JSON.stringify(['x', 'y'].map((a) => ({ a, wide: 'w'.repeat(30), b: 'end' })));
    const paint = (start: number, end: number): string => raw.slice(start, end);
    const shown = (columns: number) =>
      textLines('result', { text: { raw, paint } }, keptTerminal({ columns }).terminal);
    expect(shown(80)).toEqual([
      `result a  wide${' '.repeat(28)}b`,
      `       x  ${'w'.repeat(30)}  end`,
      `       y  ${'w'.repeat(30)}  end`,
    ]);
    expect(shown(60)[0]).toMatch(/^result \[\{"a":"x","wide":/);
  });
});
