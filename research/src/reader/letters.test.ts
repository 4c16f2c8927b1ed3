import { expect, test } from 'vitest';
import { formsOf, lettersAndDigits, lettersShown, placesOf, wordsIn } from './letters.ts';

test.each([
  ['folded YAML', 'a long\n    line', 'alongline'],
  ['doubled quotes', "the baker''s oven", 'thebakersoven'],
  ['escapes of YAML', String.raw`Caf\xE9 \u00dcber`, 'caféüber'],
  ['escaped line ends', String.raw`one\ntwo\tthree`, 'onetwothree'],
  ['letters spaced out', 'P a y  -  n o w !', 'paynow'],
  ['an underscore', 'Team_0', 'team0'],
])('%s', (_, text, letters) => {
  expect(lettersAndDigits(text)).toBe(letters);
});

test.each([
  ['a placeholder', 'pay [redacted] now'],
  ['a placeholder in capitals', 'pay [REDACTED] now'],
  ['an encoded placeholder', 'pay %5Bredacted%5D now'],
  ['a null value', 'pay: null\nnow'],
  ['a JSON null', '{"pay": null, "now": 1}'],
])('%s shows nothing, and nothing is read across it', (_, text) => {
  expect(lettersShown(text)).not.toMatch(/redacted|null|paynow/);
  expect(lettersShown(text)).toContain('pay');
});

test('null in running text is a word', () => {
  expect(lettersShown('the null hypothesis')).toContain('thenullhypothesis');
});

test('words lose the punctuation around them, and nothing inside', () => {
  expect(wordsIn("Write to 'ann.moss@shop.example', (today): -- 10:30!")).toEqual([
    'Write',
    'to',
    'ann.moss@shop.example',
    'today',
    '10:30',
  ]);
});

test('a word stands by itself only between other characters than letters and digits', () => {
  expect(placesOf('7', "id: '7', 17, 70, x7, 7.")).toEqual([5, 21]);
  expect(placesOf('1-1-1', 'at 1-1-1 Elm Street')).toEqual([3]);
});

test.each([
  [25, ['25', '25.00', '25.0']],
  [41.5, ['41.5', '41.50']],
  [1050, ['1050', '1050.00', '1050.0', '1,050']],
])('%d is printed in several ways', (number, forms) => {
  expect(formsOf(number)).toEqual(expect.arrayContaining(forms));
});
