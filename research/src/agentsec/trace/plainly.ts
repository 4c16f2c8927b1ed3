/** A text as it was before it stood in JSON; what is no escape stays as it is. */
export function plainly(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|["\\/nrt])/g, (escape, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return spaces[escape] ?? escape.slice(1);
  });
}

const spaces: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };
