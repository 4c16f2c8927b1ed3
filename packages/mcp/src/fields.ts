type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze({});

/** The members of an object; of anything else there are none. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : none;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a list; anything else has none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The same object without some members. */
export function without(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
