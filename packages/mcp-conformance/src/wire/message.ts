/** Fields of a JSON object whose shape nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** One JSON-RPC message, with the text that came over the wire. */
export interface Message {
  readonly raw: string;
  readonly fields: Fields;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for text that is no JSON object. */
export function messageOf(raw: string): Message | undefined {
  try {
    const fields: unknown = JSON.parse(raw);
    return isFields(fields) ? { raw, fields } : undefined;
  } catch {
    return undefined;
  }
}

/** The value at a path in nested objects and arrays; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Object.getOwnPropertyDescriptor(inner, key)?.value;
  }
  return inner;
}

/** The text at a path; empty where there is no text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The array at a path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function methodOf({ fields }: Message): string {
  return textAt(fields, 'method');
}

/** A header that may have been sent more than once, as one text. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;
