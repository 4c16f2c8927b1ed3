/** Up to here what an engine does is linear enough. */
const shortMax = 64;

/**
 * True if a text holds another one. `includes` may go back in the text after each mismatch, so that
 * a long and repetitive text costs the product of both (Knuth, Morris and Pratt 1977 do not).
 */
export function holds(text: string, part: string): boolean {
  if (!text.includes(part.slice(0, shortMax))) return false;
  return part.length <= shortMax || walks(text, part, bordersOf(part));
}

function walks(text: string, part: string, borders: Int32Array): boolean {
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

/** For each beginning of a text, the length of the longest end of it that begins the text too. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
