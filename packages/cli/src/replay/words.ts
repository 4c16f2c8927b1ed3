/** Letters and digits alone: records quote, fold and escape the same text in several ways. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The scalar values inside a value, as text. */
export function scalarsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(scalarsIn);
}

/**
 * Whether a value stands in a text: short ones and numbers as a whole word, others folded. A value
 * without letters and digits stands nowhere.
 */
export function standsIn(value: string, text: string): boolean {
  const plain = folded(value);
  if (plain === '') return false;
  if (plain.length > 5 && !/^\d+$/.test(plain)) return folded(text).includes(plain);
  const word = value.replace(/\.0+$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = String.raw`(?<![\p{L}\p{N}])${word}(?:\.0+)?(?![\p{L}\p{N}])`;
  return new RegExp(whole, 'iu').test(text);
}

/** Whether a good part of one text stands in another, whatever was folded or escaped. */
export function overlaps(part: string, text: string): boolean {
  const [needle, hay] = [folded(part), folded(text)];
  const width = Math.min(24, needle.length);
  if (width === 0) return false;
  for (let at = 0; at + width <= needle.length; at += 8) {
    if (hay.includes(needle.slice(at, at + width))) return true;
  }
  return false;
}
