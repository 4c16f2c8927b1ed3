import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonElement, markup, withCode } from './html.ts';

test.each([
  ['text', markup`<p>${'<b>&"\'`'}</p>`, '<p>&#60;b&#62;&#38;&#34;&#39;&#96;</p>'],
  ['markup stays', markup`<p>${markup`<b>${1}</b>`}</p>`, '<p><b>1</b></p>'],
  ['lists', markup`<p>${[markup`<i>a</i>`, '<', undefined]}</p>`, '<p><i>a</i>&#60;</p>'],
  ['code', withCode('type `a <b>`'), 'type <code>a &#60;b&#62;</code>'],
  ['nothing', markup`<p>${undefined}</p>`, '<p></p>'],
])('%s', (_, made, text) => {
  expect(made.text).toBe(text);
});

const letters = ['<', '>', '"', "'", '&', '`', '=', '/', ' ', 'a', '\n', '\0', '\u202E', '\uD800'];

test('no value leaves its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
      const { text: made } = markup`<p title="${text}">${text}</p>`;
      expect(made.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>']);
    }),
  );
});

test('JSON in an element is the value again, and cannot end the element', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { text } = jsonElement('x', value);
      const inside = text.slice(text.indexOf('>') + 1, text.lastIndexOf('<'));
      expect(inside).not.toContain('<');
      expect(JSON.stringify(JSON.parse(inside))).toBe(JSON.stringify(value));
    }),
  );
  expect(jsonElement('x', '</script><!--').text.match(/</g)).toHaveLength(2);
});
