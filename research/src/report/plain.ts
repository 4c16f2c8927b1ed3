/**
 * Text of strangers, safe to show: control characters are written out, so that nothing in it can
 * move a cursor or turn our own words around. Line breaks and tabs stay. It stands in the page's
 * script too, so it uses nothing from outside.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** The same on one line. */
export function plain(text: string): string {
  return printable(text.replaceAll(/[\n\t]+/g, ' '));
}
