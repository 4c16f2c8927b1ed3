/** Marks for what a shell makes of `*` and `?`: no letters, so that none comes from a text. */
export const anyText = '\uE000';
export const anyLetter = '\uE001';

/** Stands for `~` or `^` inside a word, which is part of a pattern for some shells alone. */
export const perhapsAnyText = '\uE002';

/** True if some name fits both patterns; a name that begins with a dot must be written so. */
export function canMeet(one: string, other: string): boolean {
  if (hidesDot(one, other) || hidesDot(other, one)) return false;
  let row = rowOf(one, undefined, undefined);
  for (const letter of other.split('')) row = rowOf(one, row, letter);
  return row.at(-1) ?? false;
}

export function hasGlob(text: string): boolean {
  return [anyText, anyLetter, perhapsAnyText].some((mark) => text.includes(mark));
}

function hidesDot(one: string, other: string): boolean {
  return one.startsWith('.') && hasGlob(other.slice(0, 1));
}

/** For each beginning of the pattern: true if it and what came of the other fit one name. */
function rowOf(
  pattern: string,
  above: readonly boolean[] | undefined,
  letter: string | undefined,
): readonly boolean[] {
  const row = [above === undefined || (letter === anyText && (above[0] ?? false))];
  for (const [at, own] of pattern.split('').entries()) {
    const left = row[at] ?? false;
    const up = above?.[at + 1] ?? false;
    const diagonal = above?.[at] ?? false;
    const isSame = own === letter || own === anyLetter || letter === anyLetter;
    const skips = (own === anyText && (left || up)) || (letter === anyText && (up || left));
    row.push(skips || (letter !== undefined && isSame && diagonal));
  }
  return row;
}
