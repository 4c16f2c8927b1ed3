/** The texts in a value of JSON, without the names of its members. */
export function textLeaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textLeaves);
}

/** The texts in a value of JSON, and the names of its members. */
export function allTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...allTexts(member)]);
}
