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
export interface ExactNumber {
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
