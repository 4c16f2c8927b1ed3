import { decodeEntities } from '../ruling/links.ts';

/**
 * A text with the escapes undone that programs undo before they use it: HTML's, percent and
 * quoted-printable, backslashes, Unicode's tag characters, which stand for ASCII and draw nothing,
 * and its letters in full width; without what draws nothing. What is none stays as it is. Each pass
 * takes the text's length.
 */
export function withoutEscapes(text: string): string {
  return [
    tagsRead,
    unseenDropped,
    narrowed,
    softBreaksJoined,
    decodeEntities,
    mathematical,
    backslashesRead,
    percentRead,
    quotedRead,
  ].reduce((sum, undo) => undo(sum), text);
}

function tagsRead(text: string): string {
  return text.replaceAll(/[\u{e0020}-\u{e007e}]/gu, (tag) => {
    return String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe_00_00);
  });
}

/** Between the letters of an encoding too, what draws nothing is no part of it. */
function unseenDropped(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{M}\p{Cf}\p{Cc}]/gu, '');
}

/** ASCII in full width. */
function narrowed(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e]/g, (wide) => {
    return String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfe_e0);
  });
}

/** A line of quoted-printable that goes on. */
function softBreaksJoined(text: string): string {
  return text.replaceAll(/=[ \t]{0,8}\r?\n/g, '');
}

/** HTML has names for letters in other type: `&Ascr;`, `&aopf;`, `&bfr;`. */
function mathematical(text: string): string {
  return text.replaceAll(/&([A-Za-z])(?:scr|opf|fr);/g, '$1');
}

const backslashed = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([nrtbf"'\\/]))/gi;

/** JSON's, JavaScript's, a shell's. */
function backslashesRead(text: string): string {
  return text.replaceAll(backslashed, (whole, ...groups: readonly (string | undefined)[]) => {
    const [braced, four, two, single] = groups;
    const code = braced ?? four ?? two;
    if (code !== undefined) return codePoint(Number.parseInt(code, 16)) ?? whole;
    return /[nrtbf]/.test(single ?? '') ? '\n' : (single ?? whole);
  });
}

function percentRead(text: string): string {
  const wide = text.replaceAll(/%u([\da-f]{4})/gi, (whole, code: string) => {
    return codePoint(Number.parseInt(code, 16)) ?? whole;
  });
  return bytesRead(wide, /(?:%[\da-f]{2})+/gi);
}

function quotedRead(text: string): string {
  return bytesRead(text, /(?:=[\da-f]{2})+/gi);
}

/** Runs of escaped bytes as the UTF-8 that they are. */
function bytesRead(text: string, run: RegExp): string {
  return text.replaceAll(run, (escaped) => {
    const bytes = escaped.match(/[\da-f]{2}/gi) ?? [];
    return utf8(Uint8Array.from(bytes, (each) => Number.parseInt(each, 16)));
  });
}

const decoder = new TextDecoder();

/** Bytes that are not UTF-8 become U+FFFD, of which no name is made. */
export function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

function codePoint(code: number): string | undefined {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
