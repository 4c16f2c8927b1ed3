/**
 * Text of strangers as a list of pieces, so that a person sees all of it: on a page and on a
 * terminal alike. The pieces joined are the text, so no two texts have the same.
 */
export type Piece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'marked'; readonly text: string; readonly why: Why };

/** The reason why a character is not shown as it is. */
export type Why = 'control' | 'direction' | 'invisible' | 'space' | 'mark' | 'alphabet' | 'broken';

/** A screen obeys these, hides them, or shows them as a space that is none. */
const hidden = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu;

/** Marks beyond two on one letter hide it, and what stands in the lines around it. */
const stackedMark = /(?<=\p{M}{2})\p{M}/gu;

/** A mark with no letter to stand on joins what stands before it, a quote for instance. */
const looseMark = /(?<!\p{L}\p{M}*)\p{M}/gu;

/** Letters of two alphabets in one word: one of them is there to be taken for the other. */
const word = /[\p{L}\p{M}\p{N}]+/gu;

export function piecesOf(text: string): readonly Piece[] {
  const all: Piece[] = [];
  for (const [segment, character] of cut(text, hidden, (each) => each !== ' ')) {
    addPlain(all, segment);
    if (character !== '') all.push({ kind: 'marked', text: character, why: whyHidden(character) });
  }
  return all;
}

/** The text that pieces are of. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** As a line of text. Of JSON, no two are written alike, for `\u{` stands in none. */
export function written(pieces: readonly Piece[]): string {
  return pieces.map((each) => (each.kind === 'plain' ? each.text : escaped(each.text))).join('');
}

/** A character by its number. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function addPlain(all: Piece[], text: string): void {
  for (const [beforeStacked, stacked] of cut(text, stackedMark)) {
    for (const [segment, loose] of cut(beforeStacked, looseMark)) {
      addWords(all, segment);
      if (loose !== '') all.push({ kind: 'marked', text: loose, why: 'mark' });
    }
    if (stacked !== '') all.push({ kind: 'marked', text: stacked, why: 'mark' });
  }
}

function addWords(all: Piece[], text: string): void {
  let plain = '';
  const flush = (): void => {
    if (plain !== '') all.push({ kind: 'plain', text: plain });
    plain = '';
  };
  for (const [between, letters] of cut(text, word)) {
    plain += between;
    const isForeign = foreignIn(letters);
    for (const character of letters) {
      if (isForeign(character)) {
        flush();
        all.push({ kind: 'marked', text: character, why: 'alphabet' });
      } else plain += character;
    }
  }
  flush();
}

/** Tells what a Latin letter could be taken for, where it stands beside one. */
function foreignIn(letters: string): (character: string) => boolean {
  if (/^[\dA-Za-z]*$/.test(letters)) return () => false;
  const hasLatin = /\p{Script=Latin}/u.test(letters);
  return (character) => {
    const isForeign = /\p{L}/u.test(character) && !/\p{Script=Latin}/u.test(character);
    return character !== character.normalize('NFKC') || (hasLatin && isForeign);
  };
}

/** Each match with what stands before it; last what stands behind all, with no match. */
function* cut(
  text: string,
  pattern: RegExp,
  isCut: (match: string) => boolean = () => true,
): Generator<readonly [before: string, match: string]> {
  let from = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (!isCut(match)) continue;
    yield [text.slice(from, index), match];
    from = index + match.length;
  }
  yield [text.slice(from), ''];
}

function whyHidden(character: string): Why {
  if (/[\p{Bidi_Control}]/u.test(character)) return 'direction';
  if (/\p{Cs}/u.test(character)) return 'broken';
  if (/\p{Cc}/u.test(character)) return 'control';
  return /[\p{Z}\u2800]/u.test(character) ? 'space' : 'invisible';
}
