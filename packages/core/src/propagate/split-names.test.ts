import { expect, test } from 'vitest';
import { namesWithin, splitNames } from './by-name.ts';

test.each([
  ['a,b', ',', ['a', 'b']],
  [' a , b ', ',', ['a', 'b']],
  ['a(x,y),b', ',', ['a(x,y)', 'b']],
  ['a(x,y)+b', '+', ['a(x,y)', 'b']],
  ['cheapest-first:a(x,y)+b,c', ',', ['cheapest-first:a(x,y)+b', 'c']],
  ['', ',', ['']],
  ['a,', ',', ['a', '']],
  ['a),b', ',', ['a)', 'b']],
  ['a(b,c', ',', ['a(b,c']],
] as const)('%j is split at %s', (text, separator, names) => {
  expect(splitNames(text, separator)).toEqual(names);
});

test.each([
  ['a', ['a']],
  ['a(x,y)+ b(k=c+d)', ['a(x,y)', 'b(k=c+d)']],
  [' cheapest-first:a+b, c(x,y)', ['a', 'b', 'c(x,y)']],
] as const)('%j names %j', (text, names) => {
  expect(namesWithin(text)).toEqual(names);
});
