import { expect, test } from 'vitest';
import { isWorded, otherWordings, withTextsOf } from './rewording.ts';

test.each([
  ['NO93 8601 1117 947', false],
  ['ann@shop.example', false],
  ['2031-06-04 09:00', false],
  ['https://shop.example/a b', false],
  ['Harbour Café', false],
  ['Flour comes on Friday', true],
])('%s is put in words: %s', (text, is) => {
  expect(isWorded(text)).toBe(is);
});

test('other wordings are others, and of what is copied there are none', () => {
  const text = 'The meeting about prices is on Friday';
  const others = otherWordings(text);
  expect(others).toHaveLength(3);
  expect(new Set([...others, text]).size).toBe(4);
  expect(otherWordings('NO93 8601 1117 947')).toEqual([]);
});

test('texts are changed wherever they stand, and nothing else is', () => {
  const value = { to: ['ann', 'bob'], body: 'hello', count: 3, none: null };
  const seen: string[] = [];
  const changed = withTextsOf(value, (text, at) => {
    seen.push(at);
    return text.toUpperCase();
  });
  expect(changed).toEqual({ to: ['ANN', 'BOB'], body: 'HELLO', count: 3, none: null });
  expect(seen).toEqual(['/to/0', '/to/1', '/body']);
});
