/** A stretch of a text that is looked at in one go. UTF-16 code units, end exclusive. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** One is about so long, where the text can be cut. */
export const segmentCharactersMax = 131_072;
/** After so many the cut is made anyway: letters that unfold to many are read in parts. */
const uncutCharactersMax = 16_384;
/** The same where each character stays one: one long word, data. */
const uncutPlainCharactersMax = 1_048_576;

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
  const near = cutWithin(text, from, uncutCharactersMax);
  if (near !== undefined) return near;
  const end = Math.min(text.length, from + uncutCharactersMax);
  if (!isPlain.test(text.slice(from, end))) return end;
  const far = cutWithin(text, from, uncutPlainCharactersMax);
  return far ?? Math.min(text.length, from + uncutPlainCharactersMax);
}

const isPlain = /^[\0-\x7f]*$/;

function cutWithin(text: string, from: number, characters: number): number | undefined {
  // One character more, which tells whether a digit comes before.
  const window = text.slice(from - 1, from + characters);
  cut.lastIndex = 1;
  const found = cut.exec(window);
  return found === null ? undefined : from - 1 + found.index + found[0].length;
}
