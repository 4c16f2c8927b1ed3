import { utf8 } from './escapes.ts';

/** The readings of a text's base64 and hexadecimal stretches; empty where it has none. */
export function stretchesIn(text: string): readonly string[] {
  // Mail breaks such a stretch into lines, and a writer may break it anywhere.
  const whole = text.replaceAll(/\s+/g, '');
  return [...hexIn(whole), ...base64In(whole)].filter((each) => each !== '');
}

/** A name of five letters is no shorter. */
const base64Stretch = /[A-Za-z\d+/_-]{7,}/g;
const hexStretch = /(?:[\da-f]{2}[:,.-]?){5,}/gi;

/** Letters right before such a stretch are none of it: they shift it by up to three. */
const base64Shifts = [0, 1, 2, 3] as const;

function base64In(text: string): readonly string[] {
  const stretches = text.match(base64Stretch) ?? [];
  return base64Shifts.map((shift) => stretches.map((each) => base64(each, shift)).join('\n'));
}

/** As far as it goes: what is left over at the end is part of a letter. */
function base64(stretch: string, shift: number): string {
  const length = stretch.length - shift;
  const whole = length - (length % 4 === 1 ? 1 : 0);
  const plain = stretch
    .slice(shift, shift + whole)
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return utf8(Uint8Array.from(atob(plain), (letter) => letter.codePointAt(0) ?? 0));
}

function hexIn(text: string): readonly string[] {
  const stretches = (text.match(hexStretch) ?? []).map((each) => each.replaceAll(/[:,.-]/g, ''));
  return [0, 1].map((shift) => stretches.map((each) => hex(each.slice(shift))).join('\n'));
}

function hex(digits: string): string {
  const bytes = digits.match(/../g) ?? [];
  return utf8(Uint8Array.from(bytes, (each) => Number.parseInt(each, 16)));
}
