const [quote, escape, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/**
 * Whether JSON text opens more lists and objects inside one another than `max`. Who walks a value
 * by recursion must know that before.
 */
export function isDeeperThan(max: number, bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > max) return true;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return false;
}

/** Where the text ends that begins at `start`: most of a body is texts, and is not looked at. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = start;
  do {
    end = bytes.indexOf(quote ?? 0, end + 1);
    if (end === -1) return bytes.length;
  } while (isEscaped(bytes, end));
  return end;
}

/** An odd number of escapes before it; they are counted once, for they end at the quote before. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === escape) first -= 1;
  return (at - first) % 2 === 1;
}
