import { InexactNumber, withPlainNumbers } from './exact-number.ts';
import { parseJson } from './json.ts';
import type { DocumentNode } from '../structured.ts';

/** Texts that hold a number which JavaScript might read as another one. */
const telling = /[\d.]{16}|\d[eE]/;

/** True if every number of a text in JSON is in JavaScript what it is in the text. */
export function readsExactly(text: string): boolean {
  if (!telling.test(text)) return true;
  const read = parseJson(text);
  return read.kind === 'document' && isExact(read.root);
}

function isExact({ value, children }: DocumentNode): boolean {
  return !(value instanceof InexactNumber) && children.every(isExact);
}

/**
 * The value of a text in JSON, where each number that JavaScript would read as another one is the
 * text that it was written as. Throws `SyntaxError` for what is no JSON.
 */
export function parseWithTexts(text: string): unknown {
  const read = readsExactly(text) ? undefined : parseJson(text);
  return read?.kind === 'document'
    ? withPlainNumbers(read.root.value, (number) => number.text)
    : JSON.parse(text);
}
