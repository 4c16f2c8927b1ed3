import { normalForm } from '../../../history/normal-form.ts';

const ascii = /^[\0-\x7f]*$/;

/** True if nothing has to be folded but case. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

const ignorable = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const asciiWord = /[a-z0-9]+/g;
const notAsciiWord = /[^a-z0-9]+/g;
/** Scripts without spaces: each character is a word, so that a name inside a sentence is found. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const word = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv');

/**
 * The form in which texts are compared: compatibility forms (full-width letters, ligatures), case,
 * accents, and characters that nobody sees are folded away. Letters of other scripts that merely
 * look alike stay different.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return normalForm(text, 'NFKD').replace(ignorable, '').toLowerCase();
}

/** The words of a folded text: runs of letters and digits, everything else only divides them. */
export function wordsOf(folded: string): string[] {
  return folded.match(ascii.test(folded) ? asciiWord : word) ?? [];
}

/** The words of a folded text as `phraseOf` writes them. */
export function phraseIn(folded: string): string {
  if (!ascii.test(folded)) return phraseOf(wordsOf(folded));
  return ` ${folded.replaceAll(notAsciiWord, ' ').trim()} `;
}

/** Words as text in which a phrase can be searched: `includes` then matches whole words only. */
export function phraseOf(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
