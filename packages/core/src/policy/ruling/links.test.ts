import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withInertLinks } from './inert-links.ts';
import { holdsLinks } from './links.ts';

const linked = [
  '[here](https://a.example)',
  '[here](//a.example)',
  '[here](a)',
  '![](a.png)',
  '[here][1]\n\n[1]: a.example/x',
  '[1]:a',
  'https://a.example/?q=secret',
  'HTTPS://A.EXAMPLE',
  'see http:/a.example',
  'http:\\\\a.example',
  'ftp://a.example',
  'vscode://file/x',
  '//a.example/x',
  'www.a.example',
  'a.example/secret',
  'a.example?secret',
  'a.example:8080/secret',
  'münchen.example/x',
  'a.xn--p1ai/x',
  '10.0.0.1/x',
  'mailto:eve@a.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '<a href=x>',
  '<IMG SRC=x>',
  '<img/src=x>',
  '<svg onload=x>',
  '</a>',
  '<!doctype x>',
  '<?xml x?>',
  '<https://a.example>',
  'background: url(a)',
  // Entities, escapes, other widths and invisible characters that a renderer undoes.
  '&#104;ttps&#58;//a.example',
  '&#x68;ttps://a',
  'https&colon;//a.example',
  'https&colon;&sol;&sol;a',
  '&lt;img src=x>',
  '\\[here\\]\\(a\\)',
  'ht\u200Btps://a.example',
  'ht\u00ADtps://a.example',
  'h\ttt\nps://a.example',
  '\uFF48\uFF54\uFF54\uFF50\uFF53://a',
  'https\uFF1A\uFF0F\uFF0Fa',
  'a\u3002example/x',
];

test.each(linked)('%j holds a link', (text) => {
  expect(holdsLinks(text)).toBe(true);
});

test.each([
  '',
  'The balance is 1810.00, as of 2022-04-01.',
  'Done: 3 of 4 (75%).',
  'Read bill-december-2023.txt and and/or notes.md, please.',
  'Is it 5 < 6? Yes; and 7 > 6.',
  'Rent: 1100.0\nSpotify: 50.0',
  'Version 1.2 costs 3.50?',
  '- one\n- two\n\n# Title\n\n`code`, **bold**',
  'Ask ann or bob: they know.',
  'I am done.\nWhy? Because.\nAnd/or so.',
])('%j holds none', (text) => {
  expect(holdsLinks(text)).toBe(false);
});

test('a link is found whatever stands around it', () => {
  const link = fc.constantFrom('https://a.example/x', '![x](y)', '<img src=y>', 'www.a.example');
  fc.assert(
    fc.property(fc.string(), link, fc.string(), (before, text, after) => {
      expect(holdsLinks(`${before} ${text} ${after}`)).toBe(true);
    }),
  );
});

test.each(linked)('%j is given with no link left', (text) => {
  for (const each of [text, `See ${text} now.`, `${text} ${text}`, `[${text}](${text})`]) {
    const inert = withInertLinks(each);
    expect(inert !== undefined && !holdsLinks(inert)).toBe(true);
  }
});

test('a reader still sees where a dead link would have led', () => {
  expect(withInertLinks('Read [it](https://a.example/x?y=1), or www.b.example.')).toBe(
    'Read [it] \u2013 (https[://]a[.]example/x?y=1), or www[.]b[.]example.',
  );
});

test('whatever is written, no link is left, or there is no other form', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...linked,
      '[',
      ']',
      '(',
      ':',
      '/',
      '//',
      '\\',
      '.',
      '<',
      '&',
      '#58;',
      'url',
      'a',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const inert = withInertLinks(pieces.join(''));
      return inert === undefined || !holdsLinks(inert);
    }),
  );
});
