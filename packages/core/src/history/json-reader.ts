import { NodeBudget, segmentOf, Unreadable } from './document.ts';
import { isRecord } from './record.ts';
import type { DocumentNode } from './structured.ts';

const backslash = 0x5c;

/** The characters that JSON is built of. */
export const code = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** One past the closing quote of the string that opens at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

const noChildren: readonly DocumentNode[] = Object.freeze([]);

/**
 * Finds the source ranges of a text that `JSON.parse` has read, beside the values that it gave: so
 * the syntax needs no second check. The nesting must be bounded before.
 */
export class JsonReader {
  readonly #text: string;
  readonly #budget = new NodeBudget();
  /** The part of a path that a key adds; most keys come again and again. */
  readonly #segments = new Map<string | number, string>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws `Unreadable` for too many nodes, a bare scalar, and an object with one key twice. */
  root(value: unknown): DocumentNode {
    const node = this.#read(value, '$', undefined);
    if (node.kind === 'scalar') throw new Unreadable('not-a-container', 0);
    return { ...node, start: 0, end: this.#text.length };
  }

  #read(value: unknown, path: string, key: DocumentNode['key']): DocumentNode {
    const first = this.#skipSpace();
    const start = this.#at;
    this.#budget.take(start);
    if (first === code.openBrace) return this.#mapping(value, path, key);
    if (first === code.openBracket) return this.#sequence(value, path, key);
    if (first === code.quote) this.#at = endOfString(this.#text, start);
    else this.#skipWord();
    const end = this.#at;
    return { kind: 'scalar', value, start, end, form: 'scalar', path, key, children: noChildren };
  }

  #mapping(value: unknown, path: string, key: DocumentNode['key']): DocumentNode {
    const start = this.#at;
    const members = isRecord(value) ? value : {};
    const children: DocumentNode[] = [];
    for (let next = this.#open(); next !== code.closeBrace; next = this.#separator()) {
      const name = this.#key();
      children.push(this.#read(members[name], path + this.#segment(name), name));
    }
    // `JSON.parse` keeps the last of several members with one key.
    const isRepeated = Object.keys(members).length < children.length;
    if (isRepeated) throw new Unreadable('duplicate-keys', start);
    const end = this.#at;
    return { kind: 'mapping', value, start, end, form: 'container', path, key, children };
  }

  #sequence(value: unknown, path: string, key: DocumentNode['key']): DocumentNode {
    const start = this.#at;
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    const children: DocumentNode[] = [];
    for (let next = this.#open(); next !== code.closeBracket; next = this.#separator()) {
      const index = children.length;
      children.push(this.#read(elements[index], path + this.#segment(index), index));
    }
    const end = this.#at;
    return { kind: 'sequence', value, start, end, form: 'container', path, key, children };
  }

  /** Goes past an opening bracket, and past the closing one too where nothing stands between. */
  #open(): number {
    this.#at += 1;
    const next = this.#skipSpace();
    if (next === code.closeBrace || next === code.closeBracket) this.#at += 1;
    return next;
  }

  /** Goes past the comma or the closing bracket after a value. */
  #separator(): number {
    const found = this.#skipSpace();
    this.#at += 1;
    return found;
  }

  /** Goes past a key and its colon. */
  #key(): string {
    this.#skipSpace();
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    const written = this.#text.slice(start + 1, this.#at - 1);
    const key = written.includes('\\') ? decoded(written) : written;
    this.#skipSpace();
    this.#at += 1;
    return key;
  }

  #segment(key: string | number): string {
    const known = this.#segments.get(key);
    if (known !== undefined) return known;
    const segment = segmentOf(key);
    this.#segments.set(key, segment);
    return segment;
  }

  #skipSpace(): number {
    for (;;) {
      const found = this.#text.charCodeAt(this.#at);
      if (!isSpace(found)) return found;
      this.#at += 1;
    }
  }

  /** Goes past a number, `true`, `false` or `null`; one at the end of the text has no successor. */
  #skipWord(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const found = this.#text.charCodeAt(this.#at);
      const isEnd =
        found === code.comma || found === code.closeBracket || found === code.closeBrace;
      if (isEnd || isSpace(found)) return;
    }
  }
}

function isSpace(found: number): boolean {
  return found === 0x20 || found === 0x0a || found === 0x0d || found === 0x09;
}

function decoded(written: string): string {
  const key: unknown = JSON.parse(`"${written}"`);
  return String(key);
}
