/** Shorter ones are ids, hashes and account numbers: nobody expects to read them. */
const packedMin = 48;

/** Letters of both cases and digits, and nothing that a sentence has. */
const packed = /[A-Za-z0-9+/_-]{48,}={0,2}/g;

/** Stretches that hold bytes which no person can read: they say so, whatever stands around them. */
export function uninspectableIn(text: string): readonly string[] {
  return [...text.matchAll(packed)]
    .map(([found]) => found)
    .filter((found) => found.length >= packedMin && isPacked(found) && !isText(found));
}

function isPacked(text: string): boolean {
  const isHex = /^[\da-f]+$/i.test(text);
  // A path is words between slashes.
  const words = text.split(/[/_-]/).every((word) => word.length < 24);
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  return isHex ? text.length > 128 : isMixed && !words;
}

/** True if what is packed is text itself: then it is shown unpacked. */
function isText(found: string): boolean {
  return unpacked(found) !== undefined;
}

/** The text that a stretch of base64 stands for; `undefined` where it stands for none. */
function unpacked(found: string): string | undefined {
  try {
    const base64 = found.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[\p{Cc}--[\t\n\r]]/v.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Stretches of base64 that are text, each with that text. */
export function unpackedIn(
  text: string,
): readonly { readonly packed: string; readonly text: string }[] {
  return [...text.matchAll(packed)].flatMap(([found]) => {
    const inside = isPacked(found) ? unpacked(found) : undefined;
    return inside === undefined ? [] : [{ packed: found, text: inside }];
  });
}
