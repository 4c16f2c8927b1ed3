import { placeholder } from '@sluice/core';

/**
 * How texts are compared: by letters and digits alone. The same words come as YAML (folded lines,
 * doubled quotes, `\xE9` for a letter), as Python's own notation, in other case, spaced out.
 */
export function lettersAndDigits(text: string): string {
  return unescaped(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Stands where something was hidden: no needle holds it, so nothing is found across it. */
const gap = ' ';

/** Stands before each text. A needle may begin with it: then it must begin the text. */
export const beginning = '\n';

/** The letters and digits of what a text shows. Placeholders and null values show nothing. */
export function lettersShown(text: string): string {
  return beginning + text.split(hidden).map(lettersAndDigits).join(gap);
}

const nullValue = String.raw`(?<=(?:^|[:,[-])[ \t]*)(?:null|~)(?=[ \t]*(?:$|[,\]}]))`;
const hidden = new RegExp(
  `${literally(placeholder)}|<redacted>|%5bredacted%5d|${nullValue}`,
  'gim',
);

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replaceAll(/\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/g, (_, short: string, long: string) =>
      String.fromCodePoint(Number.parseInt(short ?? long, 16)),
    )
    .replaceAll(/\\[nrt]/g, ' ');
}

/** Words between spaces, brackets, quotes and commas, without the punctuation around them. */
export function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/[^\s,;()[\]{}<>"']+/g)]
    .map(([word]) => word.replaceAll(/^[.:!?*#`'-]+|[.:!?*#`'-]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Where a word stands by itself in a text. */
export function placesOf(word: string, text: string): readonly number[] {
  return [...text.matchAll(aloneIn(word))].map(({ index }) => index);
}

function aloneIn(word: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${literally(word)}(?![\p{L}\p{N}_])`, 'gu');
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** The ways in which tools print a number, and prompts state it. */
export function formsOf(number: number): readonly string[] {
  const forms = [String(number), number.toFixed(2)];
  if (!Number.isInteger(number)) return forms;
  return [...forms, `${number}.0`, String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')];
}
