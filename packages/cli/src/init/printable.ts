/**
 * A stranger's words for a terminal or a comment: no control character, no line break, and at most
 * so many characters.
 */
export function printable(text: string, lengthMax: number): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, lengthMax);
}

/** A server's words are a stranger's: no control character reaches the terminal. */
export function shown(text: string): string {
  return printable(text, 200);
}
