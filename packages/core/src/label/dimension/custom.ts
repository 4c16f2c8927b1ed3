import { SluiceError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { dimension, type Dimension } from '../lattice.ts';
import { parseName, printName } from './text.ts';

/** A lattice of the user's own. Check it with `checkLattice` over samples of its values. */
export interface CustomLattice<Value> {
  readonly bottom: Value;
  readonly top: Value;
  readonly leq: (a: Value, b: Value) => boolean;
  readonly join: (a: Value, b: Value) => Value;
  readonly meet: (a: Value, b: Value) => Value;
  /** Tells any two values apart. What is not plain ASCII is quoted in the label around it. */
  readonly print: (value: Value) => string;
  /** Reads what `print` wrote; `undefined` for other text. */
  readonly parse: (text: string) => Value | undefined;
  /** True if a value of unknown origin is one of this lattice's. */
  readonly has: (value: unknown) => value is Value;
}

/**
 * Makes a dimension of a lattice of the user's own. A function that throws, or answers what is no
 * value, is read as restriction: `leq` as no, `join` as the top, `meet` as the bottom. Throws
 * `lattice-invalid` where `has` does not know the bottom or the top, or a value cannot be printed.
 */
export function custom<Value>(own: CustomLattice<Value>): Dimension<Value> {
  const { bottom, top } = own;
  const has = (value: unknown): value is Value => attempt(() => own.has(value)) === true;
  if (!has(bottom) || !has(top)) {
    throw new SluiceError('lattice-invalid', '`has` denies the bottom or the top', {
      hint: 'make `has` answer true for every value of the lattice, and for nothing else',
    });
  }
  const valueOr = (otherwise: Value, compute: () => Value): Value => {
    const value = attempt(compute);
    return has(value) ? value : otherwise;
  };
  const print = (value: Value): string => printedBy(own, value);
  return dimension<Value>({
    kind: 'custom',
    bottom,
    top,
    join: (a, b) => valueOr(top, () => own.join(a, b)),
    meet: (a, b) => valueOr(bottom, () => own.meet(a, b)),
    flowsTo: (from, to) => attempt(() => own.leq(from, to)) === true,
    forms: Object.freeze([bottom, top].map(print)),
    print,
    parse: (text) => {
      const name = parseName(text.trim());
      const value = name === undefined ? undefined : attempt(() => own.parse(name));
      return has(value) ? value : undefined;
    },
    has,
  });
}

function printedBy<Value>({ print }: CustomLattice<Value>, value: Value): string {
  const text: unknown = attempt(() => print(value));
  const printed = typeof text === 'string' ? printName(text) : undefined;
  if (printed !== undefined && printed.length <= limits.labelTextCharactersMax) return printed;
  throw new SluiceError('lattice-invalid', 'a custom lattice cannot print one of its values', {
    hint: `make \`print\` answer at most ${limits.labelTextCharactersMax} characters for each`,
  });
}

function attempt<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
