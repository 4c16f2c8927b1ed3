/** A part of a literal that is computed: it is there, and what it is cannot be read. */
export const computed: unique symbol = Symbol('computed');

/** Stands as a key for all members of an object that cannot be read, such as `...rest`. */
export const unread = '...';

/**
 * The value of a literal in source code: text, numbers, lists and objects, with `computed` wherever
 * something would have to be run.
 */
export type Literal =
  | string
  | number
  | boolean
  | null
  | typeof computed
  | readonly Literal[]
  | LiteralObject;

export type LiteralObject = ReadonlyMap<string, Literal>;

export function isObject(value: Literal | undefined): value is LiteralObject {
  return value instanceof Map;
}

/** The same as a JSON value; `undefined` where any part of it is computed. */
export function jsonOf(value: Literal | undefined): unknown {
  if (value === undefined || value === computed) return undefined;
  if (isObject(value)) {
    const entries = [...value].map(([key, each]) => [key, jsonOf(each)] as const);
    return entries.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(entries);
  }
  if (typeof value !== 'object' || value === null) return value;
  const items = value.map(jsonOf);
  return items.includes(undefined) ? undefined : items;
}
