/**
 * Text of strangers, safe to print: control characters are written out, so that nothing in it can
 * move the cursor, change colours or pass for a line of ours. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, written);
}

function written(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
