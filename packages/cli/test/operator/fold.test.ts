import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, listed } from '../../src/operator/show/fold.ts';

test('a line that fits stays as it is', () => {
  expect(folded('  short', { columns: 80 })).toEqual(['  short']);
});

test('what goes on stands behind a margin, whatever it is', () => {
  const line = `"note":"${' '.repeat(75)}<- the user (exact), trusted"`;
  expect(folded(line, { columns: 80 })).toEqual([
    line.slice(0, 80),
    `          | ${line.slice(80)}`,
  ]);
});

test('no line is wider than the screen, and nothing is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\u6F22', '\u{1F600}', '\u00E9') });
  fc.assert(
    fc.property(text, fc.integer({ min: 40, max: 120 }), (line, columns) => {
      const lines = folded(line, { columns });
      for (const each of lines) {
        const width = Array.from(each).reduce((sum, one) => sum + (one > '~' ? 2 : 1), 0);
        expect(width).toBeLessThanOrEqual(columns);
      }
      const [first = '', ...rest] = lines;
      expect(first + rest.map((each) => each.slice(12)).join('')).toBe(line);
    }),
  );
});

test('a line of a list is broken on a screen only', () => {
  const line = 'a'.repeat(150);
  expect(listed(line, { columns: undefined })).toEqual([line]);
  expect(listed(line, { columns: 100 })).toHaveLength(2);
});
