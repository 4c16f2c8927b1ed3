import { expect, test } from 'vitest';
import { isOfTemplate } from './template.ts';

test.each([
  ['note://{day}/text', 'note://monday/text', true],
  ['note://{day}/text', 'note://a/b/text', false],
  ['note://{day}/text', 'note:///text', false],
  ['note://{day}/text', 'note://monday/text/more', false],
  ['file:///{+path}', 'file:///a/b', true],
  ['file:///{+path}', 'http://a/b', false],
  ['db://{table}/{row}', 'db://users/7', true],
  ['db://{table}/{row}', 'db://users/7/8', false],
  ['db://all', 'db://all', true],
  ['db://all', 'db://all?q=secret', false],
])('%s: %s', (template, uri, isOf) => {
  expect(isOfTemplate(template, uri)).toBe(isOf);
});

test('takes no time by the number of variables', () => {
  const template = `x://${'{+a}'.repeat(500)}!`;
  expect(isOfTemplate(template, `x://${'a'.repeat(60_000)}`)).toBe(false);
});
