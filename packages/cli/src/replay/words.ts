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
 * True if a value stands in a text: short ones and numbers as a whole word, others folded. A value
 * without letters and digits stands nowhere.
 */
export function standsIn(value: string, text: string): boolean {
  // Models write out the scheme of an address that they read without it.
  const plain = folded(value.replace(/^https?:\/\//i, ''));
  if (plain === '') return false;
  if (plain.length > 5 && !/^\d+$/.test(plain)) return folded(text).includes(plain);
  const word = value.replace(/\.0+$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = String.raw`(?<![\p{L}\p{N}])${word}(?:\.0+)?(?![\p{L}\p{N}])`;
  return new RegExp(whole, 'iu').test(text);
}

/** True if the whole of one text stands in another, whatever was folded or escaped. */
export function foldedIn(part: string, text: string): boolean {
  const letters = folded(part);
  return letters !== '' && folded(text).includes(letters);
}

/** True if a good part of one text stands in another, whatever was folded or escaped. */
export function overlaps(part: string, text: string): boolean {
  return windowsOf(part, { width: 24, stride: 8 }).some(isIn(folded(text)));
}

/** True if a short phrase of one text stands in another that does not stand in a third. */
export function sharesPhrase(part: string, text: string, but: string): boolean {
  const [isThere, isKnown] = [isIn(folded(text)), isIn(folded(but))];
  return windowsOf(part, { width: 16, stride: 1 }).some((each) => isThere(each) && !isKnown(each));
}

function isIn(text: string): (part: string) => boolean {
  return (part) => text.includes(part);
}

function windowsOf(
  text: string,
  { width, stride }: { readonly width: number; readonly stride: number },
): readonly string[] {
  const letters = folded(text);
  if (letters === '') return [];
  const windows = [letters.slice(0, width)];
  for (let at = stride; at + width <= letters.length; at += stride) {
    windows.push(letters.slice(at, at + width));
  }
  return windows;
}
