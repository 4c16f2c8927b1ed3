/** Marks for what a shell makes of `*` and `?`: no letters, so that none comes from a text. */
export const anyText = '\uE000';
export const anyLetter = '\uE001';

/** Stands for `~` or `^` inside a word, which is part of a pattern for some shells alone. */
export const perhapsAnyText = '\uE002';

/** True if some name fits both patterns; a name that begins with a dot must be written so. */
export function canMeet(one: string, other: string): boolean {
  if (hidesDot(one, other) || hidesDot(other, one)) return false;
  if (!hasGlob(one) && !hasGlob(other)) return one === other;
  if (!beginAlike(one, other) || !endAlike(one, other)) return false;
  let row = rowOf(one, undefined, undefined);
  for (const letter of other.split('')) row = rowOf(one, row, letter);
  return row.at(-1) ?? false;
}

export function hasGlob(text: string): boolean {
  return [anyText, anyLetter, perhapsAnyText].some((mark) => text.includes(mark));
}

/** Nearly all pairs differ before the first mark, or behind the last. */
function beginAlike(one: string, other: string): boolean {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    if (isMark(one[at]) || isMark(other[at])) return true;
    if (one[at] !== other[at]) return false;
  }
  return true;
}

function endAlike(one: string, other: string): boolean {
  for (let at = 1; at <= Math.min(one.length, other.length); at += 1) {
    if (isMark(one.at(-at)) || isMark(other.at(-at))) return true;
    if (one.at(-at) !== other.at(-at)) return false;
  }
  return true;
}

function isMark(letter: string | undefined): boolean {
  return letter === anyText || letter === anyLetter;
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
