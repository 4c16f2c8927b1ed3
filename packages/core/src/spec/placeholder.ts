/** The placeholder in what a model writes: it cannot mean what it could not see. */
import { placeholder } from './world.ts';

/**
 * True if arguments, as JSON text, hold the placeholder in whatever spelling: in a key or a value,
 * escaped, percent-encoded, in capitals. What cannot be looked through counts as holding it.
 */
export function holdsPlaceholder(args: string): boolean {
  if (isIn(args)) return true;
  try {
    return textsIn(JSON.parse(args)).some(isIn);
  } catch (error) {
    return !(error instanceof SyntaxError);
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}

function isIn(text: string): boolean {
  const brackets = text.replaceAll(/%5[bd]/gi, (code) => (/b/i.test(code) ? '[' : ']'));
  return brackets.toLowerCase().includes(placeholder);
}
