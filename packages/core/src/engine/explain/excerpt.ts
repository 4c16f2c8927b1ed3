import { InexactNumber } from '../../history/json/exact-number.ts';
import { pointerKeys } from '../../history/json/json-pointer.ts';
import { parseJson } from '../../history/json/json.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { limits } from '../../limits.ts';

/**
 * Cuts out the place where a region holds a value, or else its beginning: much text before the
 * value does not hide it.
 */
export function excerptOf(text: string, value: string | undefined): string {
  const lengthMax = limits.excerptCharactersMax;
  const at = value === undefined || value === '' ? -1 : placeOf(text, value);
  const margin = Math.max(0, lengthMax - (value?.length ?? 0)) >> 1;
  const from = at + (value?.length ?? 0) <= lengthMax ? 0 : Math.max(0, at - margin);
  return text.slice(from, from + lengthMax);
}

/** By its beginning: a long and repetitive value takes an engine the product of both. */
function placeOf(text: string, value: string): number {
  const start = value.slice(0, 64);
  const exact = text.indexOf(start);
  return exact === -1 ? text.toLowerCase().indexOf(start.toLowerCase()) : exact;
}

/** Finds the text of an argument, as it is written, by its JSON pointer. */
export function argumentReader(args: string): (pointer: string) => string | undefined {
  const read = parseJson(args);
  const members = new Map<DocumentNode, ReadonlyMap<string, DocumentNode>>();
  const childOf = (node: DocumentNode, key: string): DocumentNode | undefined => {
    const known = members.get(node);
    if (known !== undefined) return known.get(key);
    const children = new Map(node.children.map((child, at) => [String(child.key ?? at), child]));
    members.set(node, children);
    return children.get(key);
  };
  return (pointer) => {
    let node = read.kind === 'document' ? read.root : undefined;
    for (const key of pointerKeys(pointer)) node = node && childOf(node, key);
    return node?.kind === 'scalar' ? textOf(args, node) : undefined;
  };
}

/** A number as it is written: JavaScript may hold another one. */
function textOf(args: string, { value, start, end }: DocumentNode): string | undefined {
  if (typeof value === 'string') return value;
  const isNumber = typeof value === 'number' || value instanceof InexactNumber;
  return isNumber ? args.slice(start, end) : undefined;
}
