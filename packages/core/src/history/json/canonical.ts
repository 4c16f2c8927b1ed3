import { InexactNumber } from './exact-number.ts';
import { isRecord } from '../document.ts';
import type { DocumentNode } from '../structured.ts';

/**
 * JSON with sorted keys and no space: equal values give equal text. What is checked, shown,
 * approved and executed is this one text. Throws a `TypeError` for an object that JSON cannot hold
 * (a map, an instance of a class), for two different ones would read alike.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const toJSON = value['toJSON'];
  if (typeof toJSON === 'function') return canonicalJson(toJSON.call(value));
  if (!isPlain(value)) throw new TypeError('an object that JSON cannot hold');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/**
 * The same of a document that was read from JSON, whose numbers stay as they are written: `1.0` is
 * not `1`, and no digit is lost.
 */
export function canonicalOf(
  text: string,
  { kind, value, start, end, children }: DocumentNode,
): string {
  if (kind === 'sequence') return `[${children.map((each) => canonicalOf(text, each)).join(',')}]`;
  if (kind === 'mapping') {
    const members = children
      .map((child) => [String(child.key), child] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => `${JSON.stringify(key)}:${canonicalOf(text, child)}`);
    return `{${members.join(',')}}`;
  }
  const isNumber = typeof value === 'number' || value instanceof InexactNumber;
  return isNumber ? text.slice(start, end) : JSON.stringify(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
