import { hasGlob } from '../file/glob.ts';

/** What stands behind a flag: nothing, a text, a file that is read, or one that is written. */
type Value = 'none' | 'text' | 'read' | 'write';

interface Flag {
  readonly value: Value;
  /** The value stands in the same word, or is left out. */
  readonly optional: boolean;
  /** All behind it are operands. */
  readonly ends: boolean;
}

/**
 * The flags of a program that it may be given; `-#` stands for a number, as in `-20`, and `*` for
 * whatever flag a pattern may meet: none writes or runs.
 */
export type Flags = ReadonlyMap<string, Flag>;

const valueOf: Readonly<Record<string, Value>> = {
  ':': 'text',
  '?': 'text',
  '!': 'text',
  '<': 'read',
  '>': 'write',
};

/** Reads `-n -m: --file< --output> --color? -m!`; the mark says what stands behind the flag. */
export function flagsOf(text: string): Flags {
  const flags = new Map<string, Flag>();
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const mark = word.slice(-1);
    const value = valueOf[mark];
    flags.set(value === undefined ? word : word.slice(0, -1), {
      value: value ?? 'none',
      optional: mark === '?',
      ends: mark === '!',
    });
  }
  return flags;
}

export interface GivenFlag {
  readonly name: string;
  readonly kind: Value;
  readonly value: string;
}

export interface Arguments {
  readonly flags: readonly GivenFlag[];
  readonly operands: readonly string[];
  /** How many of the operands stand before a `--`. */
  readonly before: number;
}

/** How far flags go: nowhere, to the first operand, as of wrappers, or to the end. */
export type Reach = 'none' | 'first' | 'all';

/** `undefined` where a flag is not one of these, or may be one: a pattern may meet any name. */
export function readArguments(
  words: readonly string[],
  flags: Flags,
  reach: Reach = 'all',
): Arguments | undefined {
  const given: GivenFlag[] = [];
  const operands: string[] = [];
  if (reach === 'none') return { flags: [], operands: words, before: words.length };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isOperand = !word.startsWith('-') || word === '-';
    if (word === '--' || (isOperand && reach === 'first')) {
      const before = operands.length;
      operands.push(...words.slice(word === '--' ? at + 1 : at));
      return { flags: given, operands, before };
    }
    if (isOperand) {
      if (hasGlob(word.slice(0, 1)) && !flags.has('*')) return undefined;
      operands.push(word);
      continue;
    }
    const read = readFlag(word, words[at + 1], flags);
    if (read === undefined) return undefined;
    given.push(...read.given);
    if (read.tookNext) at += 1;
    if (!given.some(({ name }) => flags.get(name)?.ends)) continue;
    return { flags: given, operands: words.slice(at + 1), before: 0 };
  }
  return { flags: given, operands, before: operands.length };
}

interface ReadFlag {
  readonly given: readonly GivenFlag[];
  readonly tookNext: boolean;
}

function readFlag(word: string, next: string | undefined, flags: Flags): ReadFlag | undefined {
  if (/^-\d+$/.test(word) && flags.has('-#')) return alone('-#', word);
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const flag = flags.get(name);
  if (flag !== undefined && equals >= 0 && name.startsWith('--')) {
    const given = { name, kind: flag.value, value: word.slice(equals + 1) };
    return flag.value === 'none' ? undefined : { given: [given], tookNext: false };
  }
  if (flag !== undefined && equals < 0) return wholeFlag(name, flag, next);
  return word.startsWith('--') ? undefined : shortFlags(word, next, flags);
}

function wholeFlag(name: string, flag: Flag, next: string | undefined): ReadFlag | undefined {
  if (flag.value === 'none' || flag.optional) return alone(name, '');
  if (next === undefined || hasGlob(next)) return undefined;
  return { given: [{ name, kind: flag.value, value: next }], tookNext: true };
}

function alone(name: string, value: string): ReadFlag {
  return { given: [{ name, kind: 'none', value }], tookNext: false };
}

/** Several in one word: `-rn`, `-A3`. */
function shortFlags(word: string, next: string | undefined, flags: Flags): ReadFlag | undefined {
  const given: GivenFlag[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word[at] ?? ''}`;
    const flag = flags.get(name);
    if (flag === undefined) return undefined;
    const value = word.slice(at + 1);
    if (flag.value !== 'none' && value !== '') {
      return { given: [...given, { name, kind: flag.value, value }], tookNext: false };
    }
    const last = wholeFlag(name, flag, next);
    if (last === undefined) return undefined;
    given.push(...last.given);
    if (last.tookNext) return { given, tookNext: true };
  }
  return { given, tookNext: false };
}
