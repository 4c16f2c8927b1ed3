import { NodeBudget, pathBelow, segmentOf, setOwn, Unreadable, isRecord } from '../document.ts';
import { InexactNumber, readNumber } from './exact-number.ts';
import { limits } from '../../limits.ts';
import type { DocumentNode } from '../structured.ts';

const backslash = 0x5c;

/** The characters that JSON is built of. */
export const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
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

/** A node that is being read. */
export interface OpenNode extends Writable<Omit<DocumentNode, 'children'>> {
  children: readonly OpenNode[];
}

type Writable<Type> = { -readonly [Member in keyof Type]: Type[Member] };

/** The last step of a path, and what it adds to the text of the path. */
interface Step {
  readonly key: string | number | undefined;
  readonly segment: string;
}

interface KeyStep extends Step {
  /** The key as it stands in the text, with its quotes. */
  readonly written: string;
}

/** Keys that are remembered. Records have few; a map may have many, each of them once. */
const keysMax = 4_096;

const noChildren: readonly OpenNode[] = Object.freeze([]);

/**
 * Finds the source ranges of a JSON text; values are left open. It looks at punctuation alone: of a
 * text that `JSON.parse` reads the ranges are exact, and in any other it goes at least as far, so
 * that nothing is nested deeper than the limit before the place where `JSON.parse` stops.
 */
export class JsonReader {
  readonly #text: string;
  readonly #budget = new NodeBudget();
  readonly #keys = new Map<string, KeyStep>();
  /** By depth and place: a record mostly has the keys of the one before. */
  readonly #expected: KeyStep[][] = [];
  readonly #indices: Step[] = [];
  #at = 0;
  /** Where the key stands that was read last. */
  #keyStart = -1;
  #keyEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws `Unreadable` for a bare scalar, too many nodes or levels, and wrong punctuation. */
  root(): OpenNode {
    const node = this.#read('$', undefined, 0);
    if (node.kind === 'scalar') throw new Unreadable('not-a-container', 0);
    node.start = 0;
    node.end = this.#text.length;
    return node;
  }

  #read(path: string, key: DocumentNode['key'], depth: number): OpenNode {
    const first = this.#skipSpace();
    const start = this.#at;
    this.#budget.take(start);
    if (first === code.openBrace || first === code.openBracket) {
      return this.#container(first, { path, key, depth: depth + 1 });
    }
    if (first === code.quote) this.#at = endOfString(this.#text, start);
    else this.#skipWord();
    const end = this.#at;
    if (end === start) throw new Unreadable('syntax', start);
    return {
      kind: 'scalar',
      value: undefined,
      start,
      end,
      form: 'scalar',
      path,
      key,
      keyStart: -1,
      keyEnd: -1,
      children: noChildren,
    };
  }

  #container(
    bracket: number,
    { path, key, depth }: { path: string; key: DocumentNode['key']; depth: number },
  ): OpenNode {
    const start = this.#at;
    if (depth > limits.structuredDepthMax) throw new Unreadable('too-deep', start);
    const isMapping = bracket === code.openBrace;
    const close = isMapping ? code.closeBrace : code.closeBracket;
    const children: OpenNode[] = [];
    this.#at += 1;
    let next = this.#skipSpace();
    if (next === close) this.#at += 1;
    for (let place = 0; next !== close; place += 1) {
      const step = isMapping ? this.#key(depth, place) : this.#index(place);
      const keyStart = isMapping ? this.#keyStart : -1;
      const keyEnd = isMapping ? this.#keyEnd : -1;
      const child = this.#read(pathBelow(path, step.segment), step.key, depth);
      child.keyStart = keyStart;
      child.keyEnd = keyEnd;
      children.push(child);
      next = this.#skipSpace();
      if (next !== code.comma && next !== close) throw new Unreadable('syntax', this.#at);
      this.#at += 1;
    }
    const kind = isMapping ? 'mapping' : 'sequence';
    return {
      kind,
      value: undefined,
      start,
      end: this.#at,
      form: 'container',
      path,
      key,
      keyStart: -1,
      keyEnd: -1,
      children,
    };
  }

  /** Goes past a key and its colon. */
  #key(depth: number, place: number): KeyStep {
    this.#skipSpace();
    const expected = (this.#expected[depth] ??= []);
    const guess = expected[place];
    const isNext = guess !== undefined && this.#text.startsWith(guess.written, this.#at);
    const step = isNext ? guess : this.#writtenKey();
    expected[place] = step;
    this.#keyStart = this.#at;
    this.#at += step.written.length;
    this.#keyEnd = this.#at;
    if (this.#skipSpace() !== code.colon) throw new Unreadable('syntax', this.#at);
    this.#at += 1;
    return step;
  }

  #writtenKey(): KeyStep {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== code.quote) throw new Unreadable('syntax', start);
    const written = this.#text.slice(start, endOfString(this.#text, start));
    const known = this.#keys.get(written);
    if (known !== undefined) return known;
    const isPlain = !written.includes('\\');
    const key = isPlain ? written.slice(1, -1) : String(JSON.parse(written));
    const step = { key, segment: segmentOf(key), written };
    if (this.#keys.size < keysMax) this.#keys.set(written, step);
    return step;
  }

  #index(place: number): Step {
    return (this.#indices[place] ??= { key: place, segment: segmentOf(place) });
  }

  /** Gives the character that comes next, `NaN` at the end. */
  #skipSpace(): number {
    const text = this.#text;
    let at = this.#at;
    let found = text.charCodeAt(at);
    while (isSpace(found)) {
      at += 1;
      found = text.charCodeAt(at);
    }
    this.#at = at;
    return found;
  }

  /** Goes past a number, `true`, `false` or `null`; one at the end of the text has no successor. */
  #skipWord(): void {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length && !isEndOfWord(text.charCodeAt(at))) at += 1;
    this.#at = at;
  }
}

/**
 * Gives nodes the values that `JSON.parse` read from their text, numbers that no double holds as
 * `InexactNumber`. Throws `Unreadable` for an object with one key twice: `JSON.parse` keeps the
 * last of several members.
 */
export function addValues(text: string, node: OpenNode, value: unknown): void {
  node.value = value;
  const { kind, children } = node;
  if (kind === 'sequence') {
    const elements: unknown[] = Array.isArray(value) ? value : [];
    let place = 0;
    for (const child of children) {
      addValue(text, child, elements[place]);
      if (child.value instanceof InexactNumber) elements[place] = child.value;
      place += 1;
    }
    return;
  }
  const members = isRecord(value) ? value : {};
  const names = Object.keys(members);
  if (names.length < children.length) throw new Unreadable('duplicate-keys', node.start);
  // V8 13.6 reads some keys with an escape as another one that it has read before.
  let hasOther = false;
  let place = 0;
  for (const child of children) {
    const key = String(child.key);
    const name = names[place] ?? '';
    const isOther = name !== key && !Object.hasOwn(members, key);
    // Mostly in order; a look-up by an object's own name costs a tenth of one by a piece of text.
    addValue(text, child, isOther ? valueAt(text, child) : members[name === key ? name : key]);
    if (isOther || child.value instanceof InexactNumber) setOwn(members, key, child.value);
    hasOther ||= isOther;
    place += 1;
  }
  if (!hasOther) return;
  const keys = new Set(children.map((child) => String(child.key)));
  for (const name of names) if (!keys.has(name)) Reflect.deleteProperty(members, name);
}

function valueAt(text: string, { start, end }: OpenNode): unknown {
  return JSON.parse(text.slice(start, end));
}

function addValue(text: string, node: OpenNode, value: unknown): void {
  if (node.kind !== 'scalar') addValues(text, node, value);
  else if (typeof value === 'number') {
    node.value = readNumber(text, { start: node.start, end: node.end, value });
  } else node.value = value;
}

function isSpace(found: number): boolean {
  return found <= 0x20 && (found === 0x20 || found === 0x0a || found === 0x0d || found === 0x09);
}

function isEndOfWord(found: number): boolean {
  const isMark = found === code.comma || found === code.closeBracket || found === code.closeBrace;
  return isMark || isSpace(found);
}
