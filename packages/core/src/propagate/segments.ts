/** A stretch of a text that is looked at in one go. UTF-16 code units, end exclusive. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** One is about so long, where the text can be cut. */
export const segmentCharactersMax = 131_072;
/** What cannot be cut for so long (one word, a row of digits) is cut anyway. */
const uncutCharactersMax = 1_048_576;

/**
 * Where no word, number or address goes on: after a mark or a space that is not between digits;
 * before a character that is a word by itself.
 */
const cut =
  /[\n"<>()[\]{}|`]|(?<!\d)[\s,;]|[\s,;](?!\d)|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

/** Cuts a text so that each stretch can be read by itself; a short one is whole. */
export function* segmentsOf(text: string): Generator<Segment> {
  let start = 0;
  while (text.length - start > segmentCharactersMax) {
    const end = cutAfter(text, start + segmentCharactersMax);
    yield { start, end };
    start = end;
  }
  yield { start, end: text.length };
}

function cutAfter(text: string, from: number): number {
  // One character more, which tells whether a digit comes before.
  const window = text.slice(from - 1, from + uncutCharactersMax);
  cut.lastIndex = 1;
  const found = cut.exec(window);
  return from - 1 + (found === null ? window.length : found.index + found[0].length);
}
