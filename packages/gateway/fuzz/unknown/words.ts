import type { Rng } from '../../../core/fuzz/rng.ts';

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'] as const;

/** A name that no version of any provider has, in one of the styles that providers use. */
export function unknownName(rng: Rng): string {
  const words = Array.from({ length: 2 + rng.below(3) }, () => `q${rng.word()}`);
  const makers: readonly (() => string)[] = [
    () => words.join('_'),
    () => words.join('_'),
    () => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
    () => words.join('.'),
    () => words.join('-'),
    () => words.join('é\u2028ключ'),
    () => words.join('_').repeat(1 + rng.below(40)),
    () => rng.pick(inherited),
  ];
  return rng.pick(makers)();
}

/** A name as HTTP has them, and as values of a header that lists words. */
export function unknownToken(rng: Rng): string {
  return `q${rng.word()}-${rng.word()}-2027-0${1 + rng.below(9)}-01`;
}

/** Any JSON that holds the marker. */
export function valueWith(rng: Rng, marker: string, depth = 0): unknown {
  const inner = (): unknown => (depth > 3 ? marker : valueWith(rng, marker, depth + 1));
  const makers: readonly (() => unknown)[] = [
    () => marker,
    () => `${rng.word()} ${marker}\n`,
    () => [rng.below(9), inner()],
    () => ({ [rng.word()]: inner(), enabled: rng.chance(50) }),
    () => ({ type: 'text', text: marker }),
    () => ({ type: 'url', url: `https://example.com/${marker}`, id: rng.word() }),
    () => ({ [marker]: null }),
  ];
  return rng.pick(makers)();
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The same name as other languages and libraries would write it. */
export function respelled(rng: Rng, name: string): string {
  const words = name.split(/[_-]|(?=[A-Z])/).map((word) => word.toLowerCase());
  const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join('');
  const makers: readonly (() => string)[] = [
    () => name,
    () => camel,
    () => capital(camel),
    () => words.join('_'),
    () => words.join('-'),
    () => words.join('.'),
    () => `_${words.join('__')}_`,
    () => words.join('_').toUpperCase(),
    () => words.join('\u200b'),
    () => fullWidth(words.join('_')),
    () => fullWidth(camel),
  ];
  return rng.pick(makers)();
}

function fullWidth(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
  );
}
