import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unescape } from './unescape.ts';

test.each([
  ['JSON', '"caf\\u00e9 \\"x\\" \\ud83d\\ude00\\n!"', '"café "x" 😀 !"'],
  ['YAML', '"caf\\xE9 \\U0001F600\\\n   \\ more"', '"café 😀 more"'],
  ['an escaped backslash', '"C:\\\\new"', '"C:\\new"'],
  ['a code beyond Unicode', '"\\UFFFFFFFF"', '"\u{fffd}"'],
])('%s escapes are read', (_, written, read) => {
  expect(unescape(written, 'scalar')).toBe(read);
});

test('the header of a block scalar goes', () => {
  expect(unescape('|2-\n  text', 'scalar')).toBe('\n  text');
  expect(unescape('|2-\n  text', 'text')).toBe('|2-\n  text');
});

test('in running text a backslash is kept, too', () => {
  const read = unescape('C:\\new and a\\nb', 'text');
  expect(read).toContain('C:\\new');
  expect(read).toContain('a b');
});

test('whatever JSON writes is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const spaced = text.replaceAll(/[\n\r\t\b\f\v\0]/g, ' ');
      expect(unescape(JSON.stringify(spaced), 'scalar')).toBe(`"${spaced}"`);
    }),
  );
});
