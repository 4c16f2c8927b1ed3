import { visit } from 'jsonc-parser';
import { limits } from '../limits.ts';
import { childOf, NodeBudget, pathOf, reading, Unreadable } from './document.ts';
import type { DocumentNode, StructuredText } from './structured.ts';

/**
 * Reads strict JSON (RFC 8259: no comments, no trailing commas, no duplicate keys) with the source
 * range of every value. Never throws.
 */
export function parseJson(text: string): StructuredText {
  return reading(() => {
    if (text.length > limits.contentCharactersMax) throw new Unreadable('too-large', 0);
    checkDepth(text);
    const reader = new JsonReader(text);
    visit(text, reader, strictly);
    return reader.root();
  });
}

/** Bounds the nesting before any recursive parser sees the text. */
function checkDepth(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') {
      quoted = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limits.structuredDepthMax) throw new Unreadable('too-deep', at);
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
}

const strictly = { disallowComments: true, allowTrailingComma: false };

/** The visitor would go on after a mistake. */
function refuse(_: number, offset: number): never {
  throw new Unreadable('syntax', offset);
}

/** A container whose end has not been read. */
interface OpenContainer {
  readonly kind: 'mapping' | 'sequence';
  readonly value: unknown;
  readonly start: number;
  readonly path: string;
  readonly children: DocumentNode[];
  readonly keys: Set<string>;
  key: string;
}

/** Builds nodes from the visitor's offsets and the values of `JSON.parse`, the stricter one. */
class JsonReader {
  readonly #value: unknown;
  readonly #length: number;
  readonly #budget = new NodeBudget();
  readonly #open: OpenContainer[] = [];
  #root: DocumentNode | undefined;

  constructor(text: string) {
    this.#value = parseStrictly(text);
    this.#length = text.length;
  }

  root(): DocumentNode {
    if (this.#root === undefined) throw new Unreadable('not-a-container', 0);
    return { ...this.#root, start: 0, end: this.#length };
  }

  readonly onObjectBegin = (offset: number): void => this.#begin('mapping', offset);
  readonly onArrayBegin = (offset: number): void => this.#begin('sequence', offset);
  readonly onObjectEnd = (offset: number, length: number): void => this.#end(offset + length);
  readonly onArrayEnd = (offset: number, length: number): void => this.#end(offset + length);

  readonly onObjectProperty = (key: string, offset: number): void => {
    const open = this.#open.at(-1);
    if (open === undefined) throw new Unreadable('syntax', offset);
    if (open.keys.has(key)) throw new Unreadable('duplicate-keys', offset);
    open.keys.add(key);
    open.key = key;
  };

  readonly onLiteralValue = (value: unknown, start: number, length: number): void => {
    const end = start + length;
    this.#add({
      kind: 'scalar',
      value,
      start,
      end,
      form: 'scalar',
      path: this.#path(),
      children: [],
    });
  };

  readonly onError = refuse;

  /** The key of the child that comes next. */
  #key(open: OpenContainer): string | number {
    return open.kind === 'mapping' ? open.key : open.children.length;
  }

  #path(): string {
    const open = this.#open.at(-1);
    return open === undefined ? '$' : pathOf(open.path, this.#key(open));
  }

  #begin(kind: OpenContainer['kind'], start: number): void {
    const open = this.#open.at(-1);
    const value = open === undefined ? this.#value : childOf(open.value, this.#key(open));
    const path = this.#path();
    this.#open.push({ kind, value, start, path, children: [], keys: new Set(), key: '' });
  }

  #end(end: number): void {
    const open = this.#open.pop();
    if (open === undefined) throw new Unreadable('syntax', end);
    const { kind, value, start, path, children } = open;
    const node: DocumentNode = { kind, value, start, end, form: 'container', path, children };
    if (this.#open.length === 0) this.#root = node;
    this.#add(node);
  }

  #add(node: DocumentNode): void {
    this.#budget.take(node.start);
    this.#open.at(-1)?.children.push(node);
  }
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('syntax', errorOffset(text));
  }
}

/** Where the visitor finds the first mistake; the message of `JSON.parse` would quote the text. */
function errorOffset(text: string): number {
  try {
    visit(text, { onError: refuse }, strictly);
  } catch (error) {
    if (error instanceof Unreadable) return error.at;
  }
  return 0;
}
