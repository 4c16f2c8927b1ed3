const [quote, escape, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/**
 * Whether JSON text opens more lists and objects inside one another than `max`. Who walks a value
 * by recursion must know that before.
 */
export function isDeeperThan(max: number, bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === escape) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > max) return true;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return false;
}
