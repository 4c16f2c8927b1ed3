import { dimension } from './dimension.ts';
import type { Dimension } from './lattice.ts';
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
  /** Whether a value of unknown origin is one of this lattice's. */
  readonly has: (value: unknown) => value is Value;
}

/**
 * Makes a dimension of a lattice of the user's own. A function that throws, or answers what is no
 * value, is read as restriction: `leq` as no, `join` as the top, `meet` as the bottom.
 */
export function custom<Value>(own: CustomLattice<Value>): Dimension<Value> {
  const { bottom, top, has } = own;
  const safely = (compute: () => Value, otherwise: Value): Value => {
    const value = attempt(compute);
    return has(value) ? value : otherwise;
  };
  return dimension<Value>({
    kind: 'custom',
    bottom,
    top,
    join: (a, b) => safely(() => own.join(a, b), top),
    meet: (a, b) => safely(() => own.meet(a, b), bottom),
    flowsTo: (from, to) => attempt(() => own.leq(from, to)) === true,
    forms: Object.freeze([bottom, top].map((value) => printName(own.print(value)))),
    print: (value) => printName(own.print(value)),
    parse: (text) => {
      const name = parseName(text.trim());
      const value = name === undefined ? undefined : attempt(() => own.parse(name));
      return has(value) ? value : undefined;
    },
    has,
  });
}

function attempt<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
