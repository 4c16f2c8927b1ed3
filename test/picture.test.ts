import { expect, test } from 'vitest';
import { picture } from '../scripts/picture.ts';

test('text keeps its colour, and stays text', () => {
  const svg = picture('\u001b[31ma <b>\u001b[39m & c\n\u001b[1;2mnext', 'A run');
  expect(svg).toContain('fill="#ff7b72">a\u00A0&lt;b&gt;</text>');
  expect(svg).toContain('>\u00A0&amp;\u00A0c</text>');
  expect(svg).toContain('font-weight="bold" opacity="0.65">next</text>');
  expect(svg).toContain('<title>A run</title>');
});

test('a background is a box behind the text', () => {
  expect(picture('\u001b[43mwarn\u001b[0m', '')).toMatch(/<rect [^>]*fill="#f2cc60"\/><text/);
  expect(picture('\u001b[7minverse', '')).toMatch(/<rect [^>]*fill="#e6edf3"\/><text/);
});

test('the size follows the text', () => {
  const height = (svg: string): number => Number(/height="(\d+)"/.exec(svg)?.[1]);
  expect(height(picture('a\nb\nc', '')) - height(picture('a\nb', ''))).toBe(19);
});

test('a long line goes on in the next row, in its colour', () => {
  const svg = picture(`\u001b[31m${'x'.repeat(120)}`, '');
  expect(svg.match(/fill="#ff7b72">x+</g)?.map((run) => run.length)).toEqual([128, 24]);
});
