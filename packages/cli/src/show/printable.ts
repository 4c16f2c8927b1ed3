import type { Terminal } from '../terminal.ts';

/**
 * Text of strangers, safe to print: control characters are written out, so that nothing in it can
 * move the cursor, change colours or pass for a line of ours. Line breaks and tabs stay. JSON and
 * XML stay what they are: XML has no place for surrogates alone, nor for the last two.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF]/gu,
    written,
  );
}

/** The same for what has to stay one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', written);
}

/** One line of at most so many characters; dots stand for the rest. */
export function shortLine(text: string, lengthMax = 200): string {
  const isShort = text.length <= lengthMax;
  return printableLine(isShort ? text : `${text.slice(0, lengthMax - 3)}...`);
}

/** A terminal to which all is printed so, without colours. */
export function plainTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line = '') => terminal.print(printable(line)),
    warn: (line) => terminal.warn(printable(line)),
  };
}

function written(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
