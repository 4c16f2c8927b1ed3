import { normalForm } from '../../history/normal-form.ts';

/** Maps a text to what it looks like (the skeleton of UTS #39). */
export type Skeleton = (text: string) => string;

/** Draws nothing, or stands above or below another letter. */
const unseen = /[\p{M}\p{Cf}\p{Cc}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

/** Unicode's table has them as two letters and a stroke: as signs between letters they are none. */
const percent = /[%\u066a\u2030\u2031\u2052]/gu;

/** The text as patterns see it: in full letters, without what draws nothing but line breaks. */
export function seenForm(text: string): string {
  return normalForm(text, 'NFKC').replaceAll(/(?![\t\n\r])[\p{Cf}\p{Cc}\u{34f}]/gu, '');
}

/**
 * Letters and digits alone, in lower case, each as what it looks like. Two texts of one bare form
 * read alike; so do some that are not the same, as `rn` and `m`.
 */
export function bareForm(text: string, skeleton: Skeleton): string {
  if (!/\P{ASCII}/u.test(text)) return folded(text.toLowerCase());
  const base = normalForm(text, 'NFKD').replaceAll(unseen, '').replaceAll(percent, '');
  const plain = normalForm(skeleton(base), 'NFKD').replaceAll(unseen, '').toLowerCase();
  return folded(normalForm(skeleton(plain), 'NFKD').toLowerCase());
}

/** The letters of ASCII that Unicode's table maps too, and `i`, whose capital looks like an `l`. */
function folded(lower: string): string {
  return lower
    .replaceAll(/[^\p{L}\p{N}|]+/gu, '')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('m', 'rn');
}

const digitsAsLetters: Readonly<Record<string, string>> = {
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/** Digits that stand for letters, after `bareForm`. Of both sides, so no digit is lost. */
export function withoutDigits(bare: string): string {
  return bare.replaceAll(/[3-9]/g, (digit) => digitsAsLetters[digit] ?? digit);
}

/** Every letter of ASCII thirteen places on; twice is the text itself. */
export function rot13(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const first = code < 97 ? 65 : 97;
    return String.fromCodePoint(((code - first + 13) % 26) + first);
  });
}
