/** Shorter texts stand anywhere. */
const lettersMin = 3;

/** The texts among the values of a call's arguments, those of lists and objects included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * True if a value stands in a text, letter by letter and not inside a word. Lineage asks for more
 * of a single common word (a first name, say), for it must not name what costs a question.
 */
export function standsVerbatim(value: string, text: string): boolean {
  const wanted = value.trim();
  if (wanted.length < lettersMin) return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isWithin = isLetter(text[at - 1]) || isLetter(text[at + wanted.length]);
    if (!isWithin) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
