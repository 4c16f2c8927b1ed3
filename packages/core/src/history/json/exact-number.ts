/**
 * A number as it stands in a text, where JavaScript would read it as another one:
 * `9007199254740993`, `0.1000000000000000055`, `1e400`.
 */
export class InexactNumber {
  readonly text: string;
  /** Numbers below and above: what holds for both holds for it, but for steps in between. */
  readonly between: readonly [number, number];

  constructor(text: string, near: number) {
    this.text = text;
    this.between = around(near);
  }
}

/** So many characters hold at most 15 digits, which every double keeps that is not extreme. */
const keptCharactersMax = 15;
/** Beyond any double, and short enough to be counted with. */
const exponentCharactersMax = 12;

/** The number that a text says: a plain one only where that is the very same. */
export function readNumber(
  source: string,
  { start, end, value }: { readonly start: number; readonly end: number; readonly value: number },
): number | InexactNumber {
  const size = Math.abs(value);
  if (value === 0 && end - start === 1) return value;
  if (end - start <= keptCharactersMax && size > 1e-200 && size < 1e200) return value;
  const text = source.slice(start, end).trim();
  return isSameNumber(text, value) ? value : new InexactNumber(text, value);
}

/** True if a text in decimal digits is the number that the shortest text of a double says. */
export function isSameNumber(text: string, value: number): boolean {
  const written = decimalOf(text);
  // `0x1f` and `0o17` of YAML.
  if (written === undefined) return Number.isSafeInteger(value);
  return written === decimalOf(String(value));
}

/** The digits without zeros around them, and where the point stands. */
function decimalOf(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  if (digits === '') return undefined;
  const leading = zerosBefore(digits);
  if (leading === digits.length) return '0';
  const kept = digits.slice(leading, endWithoutZeros(digits));
  // No double is that far out, or the text plays with zeros: then it is not the same.
  if (exponent.length > exponentCharactersMax) return text;
  return `${sign === '-' ? '-' : ''}${kept}e${whole.length - leading + Number(exponent)}`;
}

function zerosBefore(digits: string): number {
  let count = 0;
  while (digits.charAt(count) === '0') count += 1;
  return count;
}

/** By hand: a pattern that ends in `0+$` begins anew at each zero of a long number. */
function endWithoutZeros(digits: string): number {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return end;
}

function around(near: number): readonly [number, number] {
  if (near === Infinity) return [Number.MAX_VALUE, near];
  if (near === -Infinity) return [near, -Number.MAX_VALUE];
  const step = Math.max(Math.abs(near) * Number.EPSILON, Number.MIN_VALUE);
  return [near - step, near + step];
}

/** A value in which each inexact number is replaced by a plain value. */
export function withPlainNumbers(
  value: unknown,
  plain: (number: InexactNumber) => number | string,
): unknown {
  if (value instanceof InexactNumber) return plain(value);
  if (Array.isArray(value)) return value.map((each) => withPlainNumbers(each, plain));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => {
    return [key, withPlainNumbers(each, plain)] as const;
  });
  return Object.fromEntries(members);
}
