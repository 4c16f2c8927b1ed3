import type { Dimension, Lattice } from './lattice.ts';

/**
 * An element of the product of a policy's named dimensions. Labels are interned by their space:
 * equal labels are the same object, so `===` decides equality.
 */
export interface Label {
  /** The short text form, e.g. `untrusted & readers{alice, @finance}`. */
  readonly text: string;
  /** The value in each dimension, by the dimension's name. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly toString: () => string;
  readonly toJSON: () => string;
}

/** The product of named dimensions: the lattice that a policy, a history and a monitor share. */
export interface LabelSpace extends Lattice<Label> {
  readonly dimensions: Readonly<Record<string, Dimension<unknown>>>;
  /** The label with these values. Throws `label-invalid` unless every dimension has one. */
  readonly of: (values: Readonly<Record<string, unknown>>) => Label;
  /**
   * Reads `untrusted & readers{alice}`, `integrity:untrusted & ...`, `bottom` or `top`. Every
   * dimension must be named: a label that says nothing of one is a mistake, not a default.
   * A dimension named twice is read by its own `parse` as one text, joined by ` & `.
   * Throws `label-invalid` with a hint.
   */
  readonly parse: (text: string) => Label;
  /** Reads a possibly incomplete label: dimensions not named take their value from `rest`. */
  readonly parsePartial: (text: string, rest: Label) => Label;
  /** The names of the dimensions in which `from` does not flow to `to`; empty where it flows. */
  readonly violated: (from: Label, to: Label) => readonly string[];
  /** True if the label was made by this space. */
  readonly owns: (label: Label) => boolean;
}
