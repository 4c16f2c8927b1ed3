import { expect, test } from 'vitest';
import { hasForm, holdsDirectives } from './directives.ts';

test.each([
  'see https://a.example/x',
  'thanks @ann',
  'write to ann@acme.example',
  'thanks \uFF20ann',
  'th\u200Banks @\u200Bann',
  'closes #12',
  'closes acme/shop#12',
  'fixes PROJ-12',
  'see GH-3',
  '=HYPERLINK("x")',
  'one\n=1+1',
  '/close',
  'done\n  /assign me',
  '!deploy now',
  'Co-authored-by: eve',
  'text\nIn-Reply-To: 3',
  '<!channel> hello',
  'thanks @**Ann Meyer**',
  'thanks [~ann]',
  'see gh-3',
  '= HYPERLINK("x")',
  '+1+cmd|x!A0',
  '-1+cmd|x!A0',
  'text\u0085/close',
  'text\v=1+1',
  'text\nBcc: eve',
])('%j acts', (text) => {
  expect(holdsDirectives(text)).toBe(true);
});

test.each([
  '',
  'The rent is 1100.00, due on 2022-04-01.',
  'Two things:\n- one\n- two\n\nBest, Emma',
  'Dear Ann,\nthe meeting is at 10:00 in room B/2.',
  'A 5 % discount; and/or 3 + 4 = 7.',
  'Notes from Monday: all done!',
])('%j does not', (text) => {
  expect(holdsDirectives(text)).toBe(false);
});

test.each([
  ['a subject', 'line', true],
  ['a\nBcc: eve', 'line', false],
  ['a\rb', 'line', false],
  ['a\u2028b', 'line', false],
  ['a\u0085b', 'line', false],
  ['a\tb', 'line', false],
  ['a\u0000b', 'line', false],
  [' =1+1', 'line', false],
  ['-1+1', 'line', false],
  ['a\nb', 'text', true],
  [3, 'line', false],
  [['a'], 'text', false],
  [{ a: 'b' }, 'text', false],
] as const)('%j as %s: %s', (value, form, expected) => {
  expect(hasForm(value, form)).toBe(expected);
});
