import unhomoglyph from 'unhomoglyph';

/** A word that can be taken for another one, which it is not. */
export interface Lookalike {
  readonly word: string;
  readonly looksLike: string;
}

const lookalikesMax = 20;
const wordsReadMax = 20_000;

/** A stretch without spaces, quotes and brackets: a name, an address, a number. */
const stretch = /[^\s"'`,;()[\]{}<>\\]+/gu;

/** Quotes, dashes and dots of typography, which everybody writes. */
const typographic = /[\u2010-\u2015\u2018-\u201f\u2026\u00a0\u00d7\u2022]/u;

/** Words beyond ASCII that look as if they were ASCII, by Unicode's table (UTS 39). */
export function lookalikesIn(text: string): readonly Lookalike[] {
  const found = new Map<string, string>();
  for (const [word] of text.matchAll(stretch)) {
    if (!/[^\p{ASCII}]/u.test(word) || typographic.test(word) || found.has(word)) continue;
    const looksLike = asciiOf(word);
    if (/^[\x21-\x7e]+$/.test(looksLike)) found.set(word, looksLike);
    if (found.size === lookalikesMax) break;
  }
  return [...found].map(([word, looksLike]) => ({ word, looksLike }));
}

function asciiOf(word: string): string {
  return Array.from(word.normalize('NFKC'))
    .map((character) => (/\p{ASCII}/u.test(character) ? character : unhomoglyph(character)))
    .join('');
}

/** Shorter words have too many that look like them. */
const nearMin = 5;

/**
 * Words that stand in a text and not in another, where one does that looks the same: the letter O
 * for a zero, in an account number for instance.
 */
export function nearMisses(text: string, other: string): readonly Lookalike[] {
  const known = wordsOf(other);
  const bySkeleton = new Map([...known].map((word) => [skeletonOf(word), word]));
  return [...wordsOf(text)].flatMap((word) => {
    const looksLike = known.has(word) ? undefined : bySkeleton.get(skeletonOf(word));
    return looksLike === undefined ? [] : [{ word, looksLike }];
  });
}

function skeletonOf(word: string): string {
  return unhomoglyph(unhomoglyph(word.normalize('NFKC'))).toLowerCase();
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(stretch)) {
    if (word.length >= nearMin) words.add(word.replace(/[.:!?]+$/, ''));
    if (words.size === wordsReadMax) break;
  }
  return words;
}
