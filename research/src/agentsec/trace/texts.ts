const spaces: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };

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

/** A text as it was before it stood in JSON; what is no escape stays as it is. */
export function plainly(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|["\\/nrt])/g, (escape, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return spaces[escape] ?? escape.slice(1);
  });
}
