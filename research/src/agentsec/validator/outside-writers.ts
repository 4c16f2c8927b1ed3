import type { Draw } from '../../draw.ts';
import type { OutsideName } from './outside.ts';

type Writer = (text: string, draw: Draw) => string;

/**
 * How each spelling of the outside list is written. Two need tables of 2,048 and 1,024 signs that
 * are in no library we have: nothing finds them, and they are counted as missed without a try.
 */
export const outsideWriters: Readonly<Record<OutsideName, Writer | undefined>> = {
  Base64: (text) => Buffer.from(text).toString('base64'),
  Base16: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  Hex: (text) => Buffer.from(text).toString('hex'),
  QP: (text) => bytesOf(text, (byte) => `=${hex(byte).toUpperCase()}`),
  Mime: (text) => bytesOf(text, (byte) => `=${hex(byte).toUpperCase()}`),
  ROT13: (text) => turned(text, (place) => (place + 13) % 26),
  Base32: base32,
  Ascii85: ascii85,
  UU: uu,
  Base2048: undefined,
  Braille: (text) => eachOf(text.toLowerCase(), '', (letter) => brailleOf(letter)),
  Atbash: (text) => turned(text, (place) => 25 - place),
  Morse: (text) => eachOf(text.toUpperCase(), ' ', (letter) => morse[letter]),
  Nato: (text) => eachOf(text.toUpperCase(), ' ', (letter) => nato[letter] ?? letter),
  Ecoji: undefined,
  Zalgo: (text, draw) => eachOf(text, '', (letter) => `${letter}${accents(draw)}`),
  Leet: (text) => eachOf(text, '', (letter) => leet[letter.toLowerCase()] ?? letter),
  UnicodeTagChars: (text) => bytesOf(text, (byte) => String.fromCodePoint(0xe_00_00 + byte)),
  UnicodeVariantSelectors: (text) => {
    return bytesOf(text, (byte) => {
      return String.fromCodePoint(byte < 16 ? 0xfe_00 + byte : 0xe_01_00 + byte - 16);
    });
  },
  SneakyBits: (text) => {
    const bits = bytesOf(text, (byte) => byte.toString(2).padStart(8, '0'));
    return bits.replaceAll('0', '\u2062').replaceAll('1', '\u2064');
  },
};

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function bytesOf(text: string, write: (byte: number) => string): string {
  return Array.from(Buffer.from(text), write).join('');
}

/** Leaves out letters that a table does not have. */
function eachOf(
  text: string,
  between: string,
  write: (letter: string) => string | undefined,
): string {
  return Array.from(text, (letter) => write(letter) ?? '').join(between);
}

function turned(text: string, to: (place: number) => number): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCodePoint(to((letter.codePointAt(0) ?? 0) - first) + first);
  });
}

/** RFC 4648. */
function base32(text: string): string {
  const bits = bytesOf(text, (byte) => byte.toString(2).padStart(8, '0'));
  const fives = bits.match(/.{1,5}/g) ?? [];
  const letters = fives.map((five) => {
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '';
  });
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=');
}

/** Four bytes as five signs from `!` on. */
function ascii85(text: string): string {
  const bytes = [...Buffer.from(text)];
  const groups = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) => {
    const group = bytes.slice(at * 4, at * 4 + 4);
    const padded = [...group, 0, 0, 0].slice(0, 4);
    let value = padded.reduce((sum, byte) => sum * 256 + byte, 0);
    const signs = Array.from({ length: 5 }, () => {
      const sign = String.fromCodePoint((value % 85) + 33);
      value = Math.floor(value / 85);
      return sign;
    });
    return signs
      .toReversed()
      .slice(0, group.length + 1)
      .join('');
  });
  return groups.join('');
}

/** Lines of at most 45 bytes: their number, then six bits a sign, from the space on. */
function uu(text: string): string {
  const bytes = [...Buffer.from(text)];
  const lines = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) => {
    const line = bytes.slice(at * 45, at * 45 + 45);
    const bits = line.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const whole = bits.padEnd(Math.ceil(line.length / 3) * 24, '0');
    const signs = (whole.match(/.{6}/g) ?? []).map((six) => uuSign(Number.parseInt(six, 2)));
    return `${uuSign(line.length)}${signs.join('')}`;
  });
  return lines.join('\n');
}

function uuSign(value: number): string {
  return String.fromCodePoint(value + 32);
}

/** Up to three accents that a writer of Zalgo puts above and below each letter. */
function accents(draw: Draw): string {
  return Array.from({ length: 1 + draw.below(3) }, () => {
    return String.fromCodePoint(0x3_00 + draw.below(0x70));
  }).join('');
}

const leet: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };

/** Dots of the letters, in the order of `a` to `z`, as offsets from U+2800. */
const dots = [
  0x01, 0x03, 0x09, 0x19, 0x11, 0x0b, 0x1b, 0x13, 0x0a, 0x1a, 0x05, 0x07, 0x0d, 0x1d, 0x15, 0x0f,
  0x1f, 0x17, 0x0e, 0x1e, 0x25, 0x27, 0x3a, 0x2d, 0x3d, 0x35,
] as const;

/** Digits are the first ten letters behind a sign that says so. */
function brailleOf(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if (/\d/.test(letter)) {
    return `\u283C${brailleOf(String.fromCodePoint(97 + ((code - 48 + 9) % 10))) ?? ''}`;
  }
  const place = dots[code - 97];
  return place === undefined ? undefined : String.fromCodePoint(0x28_00 + place);
}

const morse: Readonly<Record<string, string>> = {
  ...table('ABCDEFGHIJKLM', '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. --'),
  ...table('NOPQRSTUVWXYZ', '-. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'),
  ...table('0123456789', '----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'),
  _: '..--.-',
};

const nato: Readonly<Record<string, string>> = table(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar ' +
    'Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu',
);

function table(letters: string, words: string): Readonly<Record<string, string>> {
  const all = words.split(' ');
  return Object.fromEntries(letters.split('').map((letter, at) => [letter, all[at] ?? '']));
}
