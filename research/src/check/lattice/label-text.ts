/**
 * The text form of labels, read anew: pieces joined by `&`, names bare or in JSON quotes, members
 * between braces. Nothing of the engine's own reader is used.
 */

/**
 * Pieces between separators that stand outside quotes and braces; throws where they do not close.
 */
export function piecesOf(text: string, separator: '&' | ','): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth < 0 || token === '"') throw new SyntaxError('a label that does not close');
    if (token === separator && depth === 0) {
      pieces.push(piece.trim());
      piece = '';
    } else piece += token;
  }
  if (depth !== 0) throw new SyntaxError('a label that does not close');
  return [...pieces, piece.trim()];
}

/** The items of `word{a, b}`; `undefined` where the piece is no such. */
export function membersOf(word: string, piece: string): readonly string[] | undefined {
  if (!piece.startsWith(`${word}{`) || !piece.endsWith('}')) return undefined;
  const inside = piece.slice(word.length + 1, -1).trim();
  return inside === '' ? [] : piecesOf(inside, ',');
}

/** A name without its quotes. */
export function nameOf(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
