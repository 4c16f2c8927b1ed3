import { isSameNumber } from '@sluice/core';

/**
 * JSON whose numbers keep their text. JavaScript reads `9007199254740993` as another number and
 * writes `1.0` as `1`; what a program or a model wrote goes on as it was written. A number that
 * would be written otherwise is read as an `ExactNumber`: `JSON.stringify` writes it as it stood.
 */

declare global {
  // Node has both; the types that TypeScript brings do not know them yet.
  interface JSON {
    readonly rawJSON: (text: string) => object;
    readonly isRawJSON: (value: unknown) => boolean;
  }
}

/** A number in its own text. */
interface ExactNumber {
  readonly rawJSON: string;
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return JSON.isRawJSON(value);
}

/** Throws what `JSON.parse` throws. Exact numbers cost time, and most texts hold none. */
export function parseExact(text: string, mayHoldOne: boolean = couldHoldOne(text)): unknown {
  return mayHoldOne ? JSON.parse(text, keepText) : JSON.parse(text);
}

/**
 * Digits that are too many, a fraction, an exponent, or a zero with a sign, where a number may
 * begin; a text that looks like that is taken for one.
 */
function couldHoldOne(text: string): boolean {
  return /(?:^|[:,[])\s*-?(?:\d{16}|\d+[.eE]|(?<=-)0)/.test(text);
}

function keepText(_key: string, value: unknown, ...more: { readonly source?: string }[]): unknown {
  const source = more[0]?.source;
  const isKept = typeof value !== 'number' || source === undefined || String(value) === source;
  return isKept ? value : JSON.rawJSON(source);
}

/** The value with plain numbers wherever these are the same numbers: who compares reads these. */
export function plainWhereSame(value: unknown): unknown {
  if (isExactNumber(value)) {
    const number = Number(value.rawJSON);
    return isSameNumber(value.rawJSON, number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(plainWhereSame);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, plainWhereSame(each)] as const);
  return Object.fromEntries(members);
}

/** The value as a number, where it is one. */
export function numberOf(value: unknown): number | undefined {
  if (isExactNumber(value)) return Number(value.rawJSON);
  return typeof value === 'number' ? value : undefined;
}

const [quote, escape, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');
const [comma, minus, zero, nine] = Buffer.from(',-09');

/** The bounds of a JSON text. */
export interface JsonBounds {
  readonly depthMax: number;
  readonly nodesMax: number;
}

/** Longer than any number that is written as JavaScript writes it. */
const numberBytesMax = 32;

/**
 * Looks at JSON text piece by piece as it comes, before anything is made of it: how deep it nests,
 * how many values it holds at most, and whether a number in it would be written otherwise once it
 * was read. What it makes of text that is no JSON does not count: that is not read.
 */
export class JsonScan {
  /** Which bound the text is past, if any. */
  past: 'depth' | 'nodes' | undefined;
  /** A number stands in it that JavaScript would write otherwise, e.g. `1.0` or a long one. */
  hasExactNumbers = false;
  readonly #bounds: JsonBounds;
  #depth = 0;
  #nodes = 1;
  #inText = false;
  /** The bytes before end in an odd number of escapes. */
  #isEscaped = false;
  #number = '';

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  add(bytes: Uint8Array): this {
    let at = this.#inText ? this.#skipText(bytes, 0) : 0;
    for (; at < bytes.length && this.past === undefined; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#number !== '' || isOfNumber(byte)) this.#addToNumber(byte);
      if (byte === quote) at = this.#skipText(bytes, at + 1) - 1;
      else if (byte === openList || byte === openObject) this.#open();
      else if (byte === closeList || byte === closeObject) this.#depth -= 1;
      else if (byte === comma) this.#count();
    }
    return this;
  }

  end(): this {
    this.#endNumber();
    return this;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > this.#bounds.depthMax) this.past = 'depth';
    this.#count();
  }

  /** Every value but the first stands behind one that opens, or a comma. */
  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > this.#bounds.nodesMax) this.past ??= 'nodes';
  }

  /**
   * The place behind the text's end: most of a body is texts, and of them only what could be an end
   * is looked at.
   */
  #skipText(bytes: Uint8Array, start: number): number {
    this.#inText = true;
    for (let from = start; ;) {
      const end = quoteFrom(bytes, from);
      const escaped = this.#endsEscaped(bytes, { start, end: end === -1 ? bytes.length : end });
      if (end === -1) {
        this.#isEscaped = escaped;
        return bytes.length;
      }
      if (!escaped) {
        this.#inText = this.#isEscaped = false;
        return end + 1;
      }
      from = end + 1;
      if (from > bytes.length) return bytes.length;
    }
  }

  /** Escapes are counted once, for they end at the quote before. */
  #endsEscaped(
    bytes: Uint8Array,
    { start, end }: { readonly start: number; readonly end: number },
  ): boolean {
    let first = end;
    while (first > start && bytes[first - 1] === escape) first -= 1;
    const isOdd = (end - first) % 2 === 1;
    return first === start && this.#isEscaped ? !isOdd : isOdd;
  }

  #addToNumber(byte: number): void {
    if (isInNumber(byte)) {
      if (this.#number.length <= numberBytesMax) this.#number += String.fromCharCode(byte);
    } else this.#endNumber();
  }

  #endNumber(): void {
    if (this.#number !== '' && String(Number(this.#number)) !== this.#number) {
      this.hasExactNumbers = true;
    }
    this.#number = '';
  }
}

/** Most texts are short, and some are full of quotes: a search costs as much as some steps. */
function quoteFrom(bytes: Uint8Array, start: number): number {
  const near = Math.min(start + stepsBeforeSearch, bytes.length);
  for (let at = start; at < near; at += 1) if (bytes[at] === quote) return at;
  return near === bytes.length ? -1 : bytes.indexOf(quote ?? 0, near);
}

const stepsBeforeSearch = 64;

function isOfNumber(byte: number): boolean {
  return byte === minus || (byte >= (zero ?? 0) && byte <= (nine ?? 0));
}

const inNumber = new Set(Buffer.from('+-.0123456789eE'));

function isInNumber(byte: number): boolean {
  return inNumber.has(byte);
}
