/** A text, a long one in the pieces that it is made of: to join them would take as long again. */
export type Text = string | readonly string[];

/** UTF-16 units. */
export function lengthOf(text: Text): number {
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, { length }) => sum + length, 0);
}
