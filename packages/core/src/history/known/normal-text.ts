import { limits } from '../../limits.ts';
import type { Slices } from '../slices.ts';

/**
 * Text without what quoting adds or takes away: spacing, line ends, punctuation, marks of
 * quotation, the numbers that coding agents put before lines, escapes of JSON and HTML. If one text
 * quotes another, both have a stretch in common here. Gaps between words are single spaces.
 */
export interface NormalText {
  readonly codes: Uint16Array;
  /** Where each of them begins in the text as it was. */
  readonly starts: Uint32Array;
}

/** One pass over the code units: this runs on everything that a run has read. */
export function* normalText(text: string): Slices<NormalText> {
  const pass = new NormalPass(text, new Uint32Array(text.length));
  while (!pass.goOn()) yield;
  return { codes: pass.codes, starts: pass.starts };
}

/** The code units alone. */
export function* normalCodes(text: string): Slices<Uint16Array> {
  const pass = new NormalPass(text);
  while (!pass.goOn()) yield;
  return pass.codes;
}

/** A plain function does each part: a generator would be slower by half. */
class NormalPass {
  readonly #text: string;
  readonly #codes: Uint16Array;
  readonly #starts: Uint32Array | undefined;
  #length = 0;
  #at = 0;
  #isLineStart = true;

  constructor(text: string, starts?: Uint32Array) {
    this.#text = text;
    this.#codes = new Uint16Array(text.length);
    this.#starts = starts;
  }

  get codes(): Uint16Array {
    return this.#codes.subarray(0, this.#length);
  }

  get starts(): Uint32Array {
    return this.#starts?.subarray(0, this.#length) ?? new Uint32Array();
  }

  /** Reads one slice more; gives whether that was the last. */
  goOn(): boolean {
    const text = this.#text;
    const codes = this.#codes;
    const starts = this.#starts;
    const until = Math.min(text.length, this.#at + limits.textSliceMax);
    let [at, length, isLineStart] = [this.#at, this.#length, this.#isLineStart];
    while (at < until) {
      let code = text.charCodeAt(at);
      let width = 1;
      if (code === backslash || code === ampersand || (isLineStart && isDigit(code))) {
        ({ code, width } = pieceAt(text, at, isLineStart));
      }
      const said = isWord(code) ? code : space;
      if (said !== space || length === 0 || codes[length - 1] !== space) {
        codes[length] = said;
        if (starts !== undefined) starts[length] = at;
        length += 1;
      }
      isLineStart = code === newline || (isLineStart && isIndent(code));
      at += width;
    }
    [this.#at, this.#length, this.#isLineStart] = [at, length, isLineStart];
    return at >= text.length;
  }
}

/** Where a piece that begins at an index ends: of words, an escape alone is longer than itself. */
export function endOfPiece(text: string, start: number): number {
  return start + (text.charCodeAt(start) === backslash ? 6 : 1);
}

const space = 0x20;
const newline = 0x0a;
const backslash = 0x5c;
const ampersand = 0x26;

interface Piece {
  /** The code unit that it stands for; for what only separates, a space or a line end. */
  readonly code: number;
  readonly width: number;
}

/** Reads an escape, an entity, or the number of a line. */
function pieceAt(text: string, at: number, isLineStart: boolean): Piece {
  const code = text.charCodeAt(at);
  if (code === backslash) return escapeAt(text, at);
  if (code === ampersand) return { code: space, width: entityAt(text, at) };
  const width = isLineStart ? lineNumberAt(text, at) : 0;
  // Behind a line's number the line begins: one that is quoted may have had a number itself.
  return width === 0 ? { code, width: 1 } : { code: newline, width };
}

function escapeAt(text: string, at: number): Piece {
  const next = text[at + 1];
  if (next === 'n' || next === 'r') return { code: newline, width: 2 };
  if (next === 't') return { code: space, width: 2 };
  const hex = next === 'u' ? text.slice(at + 2, at + 6) : '';
  if (!/^[\da-f]{4}$/i.test(hex)) return { code: space, width: 1 };
  return { code: Number.parseInt(hex, 16), width: 6 };
}

const entities = ['#39', '#x27', 'amp', 'apos', 'gt', 'lt', 'nbsp', 'quot'].map(
  (name) => `&${name};`,
);

function entityAt(text: string, at: number): number {
  return entities.find((entity) => text.startsWith(entity, at))?.length ?? 1;
}

/** Length of a number with what parts it from its line (`12→`, `12:`, `12 |`, a tab); else 0. */
function lineNumberAt(text: string, at: number): number {
  let end = at;
  while (end - at < 9 && isDigit(text.charCodeAt(end))) end += 1;
  while (end - at < 12 && text.charCodeAt(end) === space) end += 1;
  return '→:|\t'.includes(text[end] ?? ' ') ? end + 1 - at : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** May stand before the first word of a line that is quoted. */
function isIndent(code: number): boolean {
  return code === space || code === 0x09 || code === 0x0d || code === 0x3e || code === 0x7c;
}

const letter = /[\p{L}\p{N}\p{M}\p{Cs}]/u;
/** By code unit: 1 for what is part of a word, 2 for what is not, 0 until somebody asks. */
const kinds = new Uint8Array(0x1_00_00);

function isWord(code: number): boolean {
  if (kinds[code] === 0) kinds[code] = letter.test(String.fromCharCode(code)) ? 1 : 2;
  return kinds[code] === 1;
}
