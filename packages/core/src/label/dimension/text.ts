import { SluiceError } from '../../errors.ts';

/**
 * The lexical rules of labels. A name stands bare where it is plain ASCII, else in JSON quotes, so
 * that no name, whoever chose it, can close a brace, add a member or hide in a terminal.
 */
const bareToPrint = /^[A-Za-z0-9_][A-Za-z0-9_.+@/-]*$/;
const bareToRead = /^[^\s,;{}"&`\\|()[\]\p{C}]+$/u;
const wordForm = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Prints one name so that `parseName` reads it back, without control or bidi characters. */
export function printName(name: string): string {
  return bareToPrint.test(name) ? name : escapeUnsafe(JSON.stringify(name));
}

/** Reads a bare or quoted name, `undefined` where the text is neither. */
export function parseName(text: string): string | undefined {
  if (!text.startsWith('"')) return bareToRead.test(text) ? text : undefined;
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Text that is safe to put in an error message: escaped, and cut at `charactersMax` characters. */
export function printable(text: string, charactersMax = 80): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax)}...` : text;
  return escapeUnsafe(cut).replaceAll('`', "'");
}

/** Replaces what a terminal or a log could take for a command or a reversal of the line. */
function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => codeUnit(character, index)).join(''),
  );
}

function codeUnit(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
}

/**
 * Splits at each separator that stands outside quotes and braces, and trims the pieces.
 * `undefined` where quotes or braces do not close.
 */
export function splitOutside(text: string, separator: '&' | ','): string[] | undefined {
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === separator && depth === 0) {
      pieces.push(text.slice(start, at).trim());
      start = at + 1;
    }
    if (depth < 0) return undefined;
  }
  if (quoted || depth !== 0) return undefined;
  pieces.push(text.slice(start).trim());
  return pieces;
}

/** The items between the braces of `word{a, b}`, unread; `undefined` where the text is no such. */
export function bracedItems(word: string, text: string): readonly string[] | undefined {
  if (!text.startsWith(`${word}{`) || !text.endsWith('}')) return undefined;
  const inside = text.slice(word.length + 1, -1);
  if (inside.trim() === '') return [];
  return splitOutside(inside, ',');
}

/** Sorts by code unit, the same on every machine, and drops what stands twice. */
export function sortedUnique(names: Iterable<string>): readonly string[] {
  return Object.freeze([...new Set(names)].toSorted());
}

/** A word before a brace, or of a dimension. Throws `lattice-invalid` unless it is plain. */
export function requireWord(word: string): string {
  if (wordForm.test(word)) return word;
  throw new SluiceError('lattice-invalid', `\`${printable(word)}\` cannot name a dimension`, {
    hint: 'use at most 64 ASCII letters, digits, `_` and `-`, a letter first, e.g. `integrity`',
  });
}
