export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
