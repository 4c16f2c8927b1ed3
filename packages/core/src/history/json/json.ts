import { type JSONVisitor, visit } from 'jsonc-parser';
import { limits } from '../../limits.ts';
import { reading, Unreadable } from '../document.ts';
import type { DocumentNode, StructuredText } from '../structured.ts';
import { InexactNumber, withPlainNumbers } from './exact-number.ts';
import { addValues, code, endOfString, JsonReader } from './json-reader.ts';

/**
 * Reads strict JSON (RFC 8259: no comments, no trailing commas, no duplicate keys) with the source
 * range of every value. Never throws.
 */
export function parseJson(text: string): StructuredText {
  return reading(() => {
    if (text.length > limits.contentCharactersMax) throw new Unreadable('too-large', 0);
    try {
      // The ranges first: they bound the nesting before another parser sees the text.
      const root = new JsonReader(text).root();
      addValues(text, root, JSON.parse(text));
      return root;
    } catch (error) {
      throw mistakeIn(text, error);
    }
  });
}

/** The mistake in a text that was not read. Depth and syntax come before all else. */
function mistakeIn(text: string, error: unknown): unknown {
  // Too much to be read is too much to look for mistakes in.
  if (error instanceof Unreadable && error.because === 'too-large') return error;
  checkDepth(text);
  if (error instanceof SyntaxError || !reads(text)) {
    return new Unreadable('syntax', offsetOf(text, { onError: refuse }));
  }
  const isDuplicate = error instanceof Unreadable && error.because === 'duplicate-keys';
  return isDuplicate ? new Unreadable('duplicate-keys', duplicateOffset(text)) : error;
}

/** Bounds the nesting of a text that another parser is to look at again. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const found = text.charCodeAt(at);
    if (found === code.quote) {
      at = endOfString(text, at) - 1;
    } else if (found === code.openBracket || found === code.openBrace) {
      depth += 1;
      if (depth > limits.structuredDepthMax) throw new Unreadable('too-deep', at);
    } else if (found === code.closeBracket || found === code.closeBrace) {
      depth -= 1;
    }
  }
}

/** The visitor would go on after a mistake. */
function refuse(_: number, offset: number): never {
  throw new Unreadable('syntax', offset);
}

function reads(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the first key stands that its object has already. */
function duplicateOffset(text: string): number {
  const open: Set<string>[] = [];
  const onObjectProperty = (key: string, offset: number): void => {
    const keys = open.at(-1);
    if (keys?.has(key) === true) throw new Unreadable('duplicate-keys', offset);
    keys?.add(key);
  };
  const onObjectBegin = (): void => void open.push(new Set());
  const onObjectEnd = (): void => void open.pop();
  return offsetOf(text, { onObjectBegin, onObjectProperty, onObjectEnd });
}

/** Where a visitor stops; the message of `JSON.parse` would quote the text. */
function offsetOf(text: string, visitor: JSONVisitor): number {
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof Unreadable) return error.at;
  }
  return 0;
}

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
