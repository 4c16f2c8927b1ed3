import { SluiceError } from '../errors.ts';
import { formsOf, type Dimension } from './lattice.ts';
import { printable, splitOutside } from './dimension/text.ts';

/** The dimensions of a space, in the order in which a label prints them. */
export type Dimensions = ReadonlyMap<string, Dimension<unknown>>;

const prefixed = /^([A-Za-z][A-Za-z0-9_-]*)\s*:\s*/;

/**
 * Prints the values of a label, in the order of the dimensions. A value that another dimension, or
 * the words `bottom` and `top`, could claim too is printed with its dimension's name.
 */
export function printValues(dimensions: Dimensions, valueOf: (name: string) => unknown): string {
  return [...dimensions]
    .map(([name, dimension]) => printValue(dimensions, name, dimension.print(valueOf(name))))
    .join(' & ');
}

/** Reads the values that a text names. Throws `label-invalid` with a hint. */
export function parseValues(dimensions: Dimensions, text: string): Map<string, unknown> {
  const pieces = new Map<string, string[]>();
  for (const piece of splitOutside(text, '&') ?? unclosed(text)) {
    const { name, rest } = nameOf(dimensions, piece);
    pieces.set(name, [...(pieces.get(name) ?? []), rest]);
  }
  const values = new Map<string, unknown>();
  for (const [name, dimension] of dimensions) {
    const own = pieces.get(name)?.join(' & ');
    if (own !== undefined) values.set(name, valueIn(name, dimension, own));
  }
  return values;
}

/** A complete label to type, for hints: what is known, and the top for what is not. */
export function completed(
  dimensions: Dimensions,
  known: ReadonlyMap<string, unknown>,
  end: 'bottom' | 'top',
): string {
  return printValues(dimensions, (name) =>
    known.has(name) ? known.get(name) : dimensions.get(name)?.[end],
  );
}

function printValue(dimensions: Dimensions, name: string, text: string): string {
  const pieces = splitOutside(text, '&') ?? [text];
  const isPlain = pieces.every((piece) => {
    const claims = claimsOf(dimensions, piece);
    return piece !== 'bottom' && piece !== 'top' && !prefixed.test(piece) && claims.length === 1;
  });
  return isPlain ? text : pieces.map((piece) => `${name}:${piece}`).join(' & ');
}

/** Which dimension a piece speaks of, and what it says. */
function nameOf(dimensions: Dimensions, piece: string): { name: string; rest: string } {
  const [prefix, name] = prefixed.exec(piece) ?? [];
  if (prefix !== undefined && name !== undefined && dimensions.has(name)) {
    return { name, rest: piece.slice(prefix.length) };
  }
  const [claim, another] = claimsOf(dimensions, piece);
  if (claim === undefined) throw unknownPiece(dimensions, piece);
  if (another === undefined) return { name: claim, rest: piece };
  throw new SluiceError(
    'label-invalid',
    `\`${printable(piece)}\` could be of \`${claim}\` or of \`${another}\``,
    { hint: `name the dimension: \`${claim}:${printable(piece)}\`` },
  );
}

function claimsOf(dimensions: Dimensions, piece: string): string[] {
  return [...dimensions]
    .filter(([, dimension]) => dimension.parse(piece) !== undefined)
    .map(([name]) => name);
}

function valueIn(name: string, dimension: Dimension<unknown>, text: string): unknown {
  const value = dimension.parse(text);
  if (value !== undefined) return value;
  if (text === 'bottom') return dimension.bottom;
  if (text === 'top') return dimension.top;
  throw new SluiceError(
    'label-invalid',
    `\`${printable(text)}\` is not one value of the dimension \`${name}\``,
    { hint: `write one of ${formsOf(dimension)}` },
  );
}

function unknownPiece(dimensions: Dimensions, piece: string): SluiceError {
  const options = [...dimensions].map(([name, each]) => `${name}: ${formsOf(each)}`);
  return new SluiceError(
    'label-invalid',
    `\`${printable(piece)}\` is not a value of any dimension`,
    { hint: `write one of ${options.join('; ')}` },
  );
}

function unclosed(text: string): never {
  throw new SluiceError(
    'label-invalid',
    `a brace or quote of \`${printable(text)}\` does not close`,
    {
      hint: 'close each `{` with `}` and put names with special characters in double quotes',
    },
  );
}
