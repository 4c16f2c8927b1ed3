import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, phraseOf, wordsOf } from './fold.ts';

test.each([
  ['case', 'Bob SMITH', 'bob smith'],
  ['accents', 'José Müller', 'jose muller'],
  ['full-width letters', 'ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil.example'],
  ['mathematical letters', '𝐁𝐨𝐛', 'bob'],
  ['ligatures', 'oﬃce', 'office'],
  ['zero-width characters', 'e\u200Bv\u200Di\u2060l\uFEFF', 'evil'],
  ['soft hyphens', 'trans\u00ADfer', 'transfer'],
  ['direction marks', '\u202Elive\u202C', 'live'],
  ['non-breaking spaces', '1\u00A0000', '1 000'],
  ['tag characters', 'pay\u{E0042}\u{E006F}', 'pay'],
])('%s fold away', (_, text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('letters of another script stay different', () => {
  expect(fold('pаypal')).not.toBe(fold('paypal'));
});

test.each([
  ['punctuation divides', "a-b_c.d/e@f don't", ['a', 'b', 'c', 'd', 'e', 'f', 'don', 't']],
  ['digits and letters stay together', 'de12 3x', ['de12', '3x']],
  ['a script without spaces falls into characters', '東京駅2', ['東', '京', '駅', '2']],
  ['other scripts keep their words', 'привет мир', ['привет', 'мир']],
  ['there may be none', '—!?', []],
])('%s', (_, text, words) => {
  expect(wordsOf(fold(text))).toEqual(words);
});

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test('a phrase is found at whole words only', () => {
  const text = phraseOf(['pay', '12', 'de12']);
  expect(text.includes(phraseOf(['12']))).toBe(true);
  expect(text.includes(phraseOf(['pay', '12']))).toBe(true);
  expect(phraseOf(['de12']).includes(phraseOf(['12']))).toBe(false);
});
