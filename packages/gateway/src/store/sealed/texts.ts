/**
 * Several texts as one, so that they are sealed at once: a seal costs more than what it seals. The
 * lengths stand first, in UTF-16 units.
 */
export function packTexts(texts: readonly string[]): string {
  return `${texts.map(({ length }) => length).join(',')}\n${texts.join('')}`;
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
