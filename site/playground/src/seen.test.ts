import { expect, test } from 'vitest';
import { seen } from './seen.ts';

test('what turns the direction or is invisible is shown by its number', () => {
  expect(seen('mal\u{202e}lory\u{200b}')).toEqual([
    { text: 'mal', marked: false },
    { text: '\\u{202e}', marked: true },
    { text: 'lory', marked: false },
    { text: '\\u{200b}', marked: true },
  ]);
});

test('lines and tabs stay', () => {
  const text = 'one\n\ttwo\n';
  const all = seen(text);
  expect(all.map((each) => each.text).join('')).toBe(text);
  expect(all.some(({ marked }) => marked)).toBe(false);
});
