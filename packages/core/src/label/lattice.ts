import { SluiceError } from '../errors.ts';

/**
 * Values ordered by restriction, in which any two have a least upper and a greatest lower bound.
 * `bottom` is the most permissive value (trusted, public), `top` the most restrictive.
 */
export interface Lattice<Value> {
  /** The value of data that nothing has influenced. */
  readonly bottom: Value;
  /** The value of data of which nothing is known. */
  readonly top: Value;
  /** The least value at least as restrictive as both. */
  readonly join: (a: Value, b: Value) => Value;
  /** The greatest value at most as restrictive as both. */
  readonly meet: (a: Value, b: Value) => Value;
  /** True if data labelled `from` may reach a place cleared for `to`. */
  readonly flowsTo: (from: Value, to: Value) => boolean;
}

/** A lattice whose values have a text form; the parts of a product label are such values. */
export interface Dimension<Value> extends Lattice<Value> {
  /** The kind of lattice, for tools that describe a policy. */
  readonly kind: DimensionKind;
  /** Texts that `parse` reads, to show to a person who must type one. */
  readonly forms: readonly string[];
  /** Prints a value in the form that `parse` reads. Equal values print equally. */
  readonly print: (value: Value) => string;
  /** Reads one value, `undefined` where the text does not name one. */
  readonly parse: (text: string) => Value | undefined;
  /** True if a value of unknown origin belongs to this dimension. */
  readonly has: (value: unknown) => value is Value;
  /**
   * Names the outside state that `flowsTo` read (a directory of groups): an answer may be
   * remembered as long as this stays the same, and not at all where it is `undefined`. Absent where
   * `flowsTo` depends on its arguments alone.
   */
  readonly version?: (() => string | number | undefined) | undefined;
  /** This dimension for code that does not know `Value`: a foreign value throws `label-invalid`. */
  readonly untyped: Dimension<unknown>;
}

export type DimensionKind = 'chain' | 'powerset' | 'readers' | 'custom';

/** Any dimension, whatever its values. */
export interface SomeDimension {
  readonly untyped: Dimension<unknown>;
}

/** Completes a dimension with its untyped door, which checks each value that comes in. */
export function dimension<Value>(parts: Omit<Dimension<Value>, 'untyped'>): Dimension<Value> {
  const own = (value: unknown): Value => {
    if (parts.has(value)) return value;
    throw new SluiceError('label-invalid', `a value is not one of this ${parts.kind}`, {
      hint: `use a value made for it, e.g. ${formsOf(parts)}`,
    });
  };
  const untyped: Dimension<unknown> = {
    ...parts,
    has: (value): value is unknown => parts.has(value),
    join: (a, b) => parts.join(own(a), own(b)),
    meet: (a, b) => parts.meet(own(a), own(b)),
    flowsTo: (from, to) => parts.flowsTo(own(from), own(to)),
    print: (value) => parts.print(own(value)),
    get untyped() {
      return untyped;
    },
  };
  return Object.freeze({ ...parts, untyped: Object.freeze(untyped) });
}

/** Folds from `bottom`, so that the label of no inputs is defined too. */
export function joinAll<Value>(lattice: Lattice<Value>, values: Iterable<Value>): Value {
  let total = lattice.bottom;
  for (const value of values) total = lattice.join(total, value);
  return total;
}

/** Folds from `top`: the ceiling of no demands is no demand. */
export function meetAll<Value>(lattice: Lattice<Value>, values: Iterable<Value>): Value {
  let total = lattice.top;
  for (const value of values) total = lattice.meet(total, value);
  return total;
}

/** Lists what a person may type for a value of this dimension. */
export function formsOf({ forms }: Pick<Dimension<unknown>, 'forms'>): string {
  const shown = forms.slice(0, formsShownMax).map((form) => `\`${form}\``);
  const more = forms.length - shown.length;
  // Inside `{ ... }` of YAML a brace or a comma ends a text without quotes.
  const isQuoted = forms.some((form) => /[{},]/.test(form));
  const quotes = isQuoted ? '; quotes stand around a label with braces' : '';
  return shown.join(', ') + (more > 0 ? ` or ${more} others` : '') + quotes;
}

const formsShownMax = 12;
