import { limits } from '../limits.ts';
import type { DocumentNode, StructuredText, UnreadableReason } from './structured.ts';

/** True if a value is an object with string keys, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An element or member of a parsed value; own properties only, so `__proto__` is plain data. */
export function childOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const own: unknown = Reflect.get(value, key);
  return own;
}

/** An own member of a value of which nothing is known; no getter of it runs. */
export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** Puts a value in the place of an own one, whatever the key is called. */
export function setOwn(container: object, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** Ends the reading of a document; never leaves the parsers. */
export class Unreadable extends Error {
  readonly because: UnreadableReason;
  readonly at: number;

  constructor(because: UnreadableReason, at: number) {
    super(because);
    this.because = because;
    this.at = at;
  }
}

/** Runs a parser. Whatever it throws, the text is unreadable: nothing is read by halves. */
export function reading(read: () => DocumentNode): StructuredText {
  try {
    return { kind: 'document', root: read() };
  } catch (error) {
    if (error instanceof Unreadable) {
      return { kind: 'unreadable', because: error.because, at: error.at };
    }
    return { kind: 'unreadable', because: 'syntax', at: 0 };
  }
}

/** Counts nodes against `limits.structuredNodesMax`. */
export class NodeBudget {
  #left = limits.structuredNodesMax;

  take(at: number): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Unreadable('too-large', at);
  }
}

const escapes: Readonly<Record<string, string>> = {
  '\b': String.raw`\b`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\f': String.raw`\f`,
  '\r': String.raw`\r`,
  "'": String.raw`\'`,
  '\\': String.raw`\\`,
};

// oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
const special = /[\u0000-\u001f'\\]/g;

/** The normalized path of a child (RFC 9535 section 2.7). */
export function pathOf(parent: string, key: string | number): string {
  return parent + segmentOf(key);
}

/**
 * The path of a child by what it adds to that of its container, cut where it grows too long: each
 * of many values below one long key would have that key in its own path.
 */
export function pathBelow(parent: string, segment: string): string {
  const left = limits.pathCharactersMax - parent.length;
  if (segment.length <= left) return parent + segment;
  return left <= 0 ? parent : `${parent}${segment.slice(0, left - 1)}…`;
}

/** The step that a child adds to the path of its container. */
export function segmentOf(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `['${key.replaceAll(special, escaped)}']`;
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return escapes[character] ?? `\\u${code}`;
}

/** JSON pointers (RFC 6901), by which the arguments of a call are named. */
export function pointerBelow(parent: string, key: string): string {
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys that a pointer leads through; none for the whole. */
export function pointerKeys(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
