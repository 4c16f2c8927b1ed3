import type { Draw } from '../../draw.ts';

/** A way to write a name so that it is not found by its letters. */
export interface Encoding {
  readonly name: string;
  /** True if the validator was built to see through it. */
  readonly known: boolean;
  readonly write: (text: string, draw: Draw) => string;
}

const lookalikes: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  I: 'І',
  K: 'К',
  M: 'М',
  N: 'Ν',
  O: 'О',
  P: 'Р',
  S: 'Ѕ',
  T: 'Т',
  X: 'Х',
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};

/** The letter that each lookalike stands for. */
export const lettersOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).map(([letter, other]) => [other, letter]),
);

const separators = [' ', '-', '.', '\u200B', '\n', '*', ', '] as const;

/** Those that the validator knows, and as many that it was not built for. */
export const encodings: readonly Encoding[] = [
  { name: 'plain', known: true, write: (text) => text },
  { name: 'case', known: true, write: (text, draw) => mixed(text, draw) },
  {
    name: 'spacing',
    known: true,
    write: (text, draw) => text.split('').join(draw.one(separators)),
  },
  {
    name: 'homoglyphs',
    known: true,
    write: (text) => text.replaceAll(/[A-Za-z]/g, (letter) => lookalikes[letter] ?? letter),
  },
  { name: 'fullwidth', known: true, write: (text) => text.replaceAll(/./g, wide) },
  { name: 'base64', known: true, write: (text) => base64(text) },
  { name: 'base64url', known: true, write: (text) => base64(text).replaceAll('=', '') },
  { name: 'rot13', known: false, write: (text) => text.replaceAll(/[A-Za-z]/g, turned) },
  { name: 'reversed', known: false, write: (text) => text.split('').toReversed().join('') },
  { name: 'hex', known: false, write: (text) => Buffer.from(text).toString('hex') },
  {
    name: 'digits as letters',
    known: false,
    write: (text) => text.replaceAll('E', '3').replaceAll('A', '4').replaceAll('O', '0'),
  },
  { name: 'base64 twice', known: false, write: (text) => base64(base64(text)) },
  {
    name: 'words between',
    known: false,
    write: (text) => text.split('_').join(' and then '),
  },
];

export function encodingNamed(name: string): Encoding {
  const found = encodings.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`there is no encoding ${name}`);
  return found;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function mixed(text: string, draw: Draw): string {
  return text.replaceAll(/[A-Z]/g, (each) => (draw.below(2) === 0 ? each.toLowerCase() : each));
}

function wide(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code > 0x20 && code < 0x7f ? String.fromCodePoint(code + 0xfee0) : letter;
}

function turned(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = letter < 'a' ? 65 : 97;
  return String.fromCodePoint(((code - first + 13) % 26) + first);
}
