import { lengthOf, type Text } from '../text.ts';

/**
 * Several texts as one, so that they are sealed at once: a seal costs more than what it seals. The
 * lengths stand first, in UTF-16 units.
 */
export function packTexts(texts: readonly string[]): string {
  return packedPieces(texts).join('');
}

/** The same in pieces, for what may be long. */
export function packedPieces(texts: readonly Text[]): readonly string[] {
  return [`${texts.map(lengthOf).join(',')}\n`, ...texts.flat()];
}

/** The texts that `packTexts` was given. Throws where the lengths do not add up. */
export function unpackTexts(packed: string): readonly string[] {
  const head = packed.indexOf('\n');
  const lengths = packed.slice(0, head).split(',').filter(Boolean).map(Number);
  let at = head + 1;
  const texts = lengths.map((length) => packed.slice(at, (at += length)));
  if (head === -1 || at !== packed.length) throw new Error('the lengths do not add up');
  return texts;
}
