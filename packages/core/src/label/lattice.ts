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
  /** Whether data labelled `from` may reach a place cleared for `to`. */
  readonly flowsTo: (from: Value, to: Value) => boolean;
}

/** A lattice whose values have a text form; the parts of a product label are such values. */
export interface Dimension<Value> extends Lattice<Value> {
  /** What kind of lattice this is, for tools that describe a policy. */
  readonly kind: DimensionKind;
  /** Texts that `parse` reads, to show to a person who must type one. */
  readonly forms: readonly string[];
  /** Prints a value in the form that `parse` reads. Equal values print equally. */
  readonly print: (value: Value) => string;
  /** Reads one value, `undefined` where the text does not name one. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether a value of unknown origin belongs to this dimension. */
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
