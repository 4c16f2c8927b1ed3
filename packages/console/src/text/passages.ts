/** A stretch of a text, and whether it is what one looks for in it. */
export interface Passage {
  readonly text: string;
  readonly isHit: boolean;
}

/** Shorter stretches stand everywhere. */
const stretchMin = 8;

/** A text with the places marked that hold a value, or else the longest stretch of it. */
export function passagesOf(text: string, value: string): readonly Passage[] {
  const sought = text.includes(value) ? value : longestShared(text, value);
  if (sought === '') return [{ text, isHit: false }];
  return text
    .split(sought)
    .flatMap((between, at) => [
      ...(at === 0 ? [] : [{ text: sought, isHit: true }]),
      ...(between === '' ? [] : [{ text: between, isHit: false }]),
    ]);
}

/** By growing a stretch as long as it stands in the text; empty where none is long enough. */
function longestShared(text: string, value: string): string {
  let longest = '';
  for (let from = 0; from + stretchMin <= value.length; from++) {
    let length = Math.max(stretchMin, longest.length + 1);
    while (from + length <= value.length && text.includes(value.slice(from, from + length))) {
      longest = value.slice(from, from + length);
      length += 1;
    }
  }
  return longest;
}
