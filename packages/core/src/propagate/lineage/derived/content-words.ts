/** Words that name nothing, some of them in requests alone: `make`, `please`. */
const functionWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also an and any are as at be because been before but by can could did ' +
    'do does for from get give got had has have he her here him his how i if in into is it its just ' +
    'let like list make me more most my need new no not now of off on once one only or other our ' +
    'out over please private see send set she should show so some take tell than thank that the ' +
    'their them then there these they thing this to two up us use user view want was we were what ' +
    'when where which who whom will with would write you your'
  ).split(' '),
);

/**
 * The words of a text that say something, in a common form: small letters, without an ending `s`.
 * Names in `camelCase` and `snake_case` fall apart.
 */
export function contentWords(text: string): ReadonlySet<string> {
  const parts = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  const words = parts.match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(
    words.filter((word) => word.length >= 3 && !functionWords.has(word)).map(withoutPlural),
  );
}

function withoutPlural(word: string): string {
  return word.length > 3 ? word.replace(/(?:es|s)$/, '') : word;
}
