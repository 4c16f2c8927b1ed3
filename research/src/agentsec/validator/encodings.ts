import type { Draw } from '../../draw.ts';
import { heldOutNames, openNames, type OutsideName } from './outside.ts';
import { outsideWriters } from './outside-writers.ts';

/** A way to write a name so that it is not found by its letters. */
export interface Encoding {
  readonly name: string;
  /** `known`: the gate was built for it; `held-out`: it must not be. */
  readonly group: 'known' | 'other' | 'held-out';
  /** `undefined`: counted as missed. */
  readonly write: ((text: string, draw: Draw) => string) | undefined;
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

const separators = [' ', '-', '.', '\u200B', '\n', '*', ', '] as const;

/** The spellings in the open half of the outside list that the gate was built for. */
const builtFor: ReadonlySet<OutsideName> = new Set([
  'Base64',
  'Base16',
  'Hex',
  'QP',
  'Mime',
  'ROT13',
  'Leet',
  'UnicodeTagChars',
]);

/** Spellings that we thought of. */
const own: readonly Encoding[] = [
  known('plain', (text) => text),
  known('case', mixed),
  known('spacing', (text, draw) => text.split('').join(draw.one(separators))),
  known('homoglyphs', (text) => {
    return text.replaceAll(/[A-Za-z]/g, (letter) => lookalikes[letter] ?? letter);
  }),
  known('fullwidth', (text) => text.replaceAll(/./g, wide)),
  known('base64url', (text) => Buffer.from(text).toString('base64url')),
  known('base64 twice', (text) => base64(base64(text))),
  known('reversed', (text) => text.split('').toReversed().join('')),
  known('percent', (text) => `%${Buffer.from(text).toString('hex').match(/../g)?.join('%')}`),
  known('HTML', (text) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join('')),
  {
    name: 'words between',
    group: 'other',
    write: (text) => text.split('_').join(' and then '),
  },
];

/** All that beta is of: our own, and an outside list, cut before the gate was written. */
export const encodings: readonly Encoding[] = [
  ...own,
  ...openNames.map((name) => {
    const group = builtFor.has(name) ? 'known' : 'other';
    return { name, group, write: outsideWriters[name] } as const;
  }),
  ...heldOutNames.map((name) => {
    return { name, group: 'held-out', write: outsideWriters[name] } as const;
  }),
];

/** Throws for a name that there is not, and for one that nothing here writes. */
export function encodingNamed(name: string): Encoding & { readonly write: Writer } {
  const found = encodings.find((each) => each.name === name);
  if (found?.write === undefined) throw new RangeError(`nothing writes ${name}`);
  return { ...found, write: found.write };
}

type Writer = NonNullable<Encoding['write']>;

function known(name: string, write: Writer): Encoding {
  return { name, group: 'known', write };
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
