import { SluiceError } from '../errors.ts';
import { type Dimensions, printValues } from './label-text.ts';
import type { Label } from './label.ts';
import type { Dimension } from './lattice.ts';

/** Makes the label that has this value in each dimension. */
export type Make = (valueOf: (name: string, dimension: Dimension<unknown>) => unknown) => Label;

/** Interns by text: values that print equally in each dimension are one label, one object. */
export function makerOf(owner: object, parts: Dimensions): Make {
  const interned = new InternTable<Label>({ sweepAt: 1_024 });
  return (valueOf) => {
    const values = Object.freeze(
      Object.fromEntries([...parts].map(([name, part]) => [name, valueOf(name, part)])),
    );
    const text = printValues(parts, (name) => values[name]);
    const known = interned.get(text);
    if (known !== undefined) {
      requireSame(parts, known.values, values);
      return known;
    }
    const label = new ProductLabel(owner, text, values);
    interned.set(text, label);
    return label;
  };
}

/**
 * A custom lattice that prints two values alike would have one taken for the other. The shipped
 * ones print injectively (tested), so only custom values are compared.
 */
function requireSame(
  parts: Dimensions,
  known: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, part] of parts) {
    if (part.kind !== 'custom') continue;
    const [a, b] = [known[name], values[name]];
    if (Object.is(a, b) || (part.flowsTo(a, b) && part.flowsTo(b, a))) continue;
    throw new SluiceError('lattice-invalid', `dimension \`${name}\` prints two values alike`, {
      hint: 'make `print` tell them apart, and run `checkLattice` over samples of its values',
    });
  }
}

let ownerOf: (label: Label) => object | undefined;

/** The one implementation of `Label`. It knows the space that made it, and cannot be forged. */
class ProductLabel implements Label {
  static {
    ownerOf = (label) => (#owner in label ? label.#owner : undefined);
  }

  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly #owner: object;

  constructor(owner: object, text: string, values: Readonly<Record<string, unknown>>) {
    this.#owner = owner;
    this.text = text;
    this.values = values;
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** The owner that made this label; `undefined` for an object that merely looks like one. */
export function labelOwner(label: Label): object | undefined {
  return ownerOf(label);
}

/** The part of `WeakRef` that an `InternTable` uses. */
export interface Weak<Value> {
  readonly deref: () => Value | undefined;
}

/**
 * Holds one object per key for as long as anyone else holds it. Keys of objects that are gone are
 * swept when the table has doubled, so it stays within twice what is alive.
 */
export class InternTable<Value extends WeakKey> {
  readonly #weak: (value: Value) => Weak<Value>;
  readonly #entries = new Map<string, Weak<Value>>();
  readonly #sweepAtMin: number;
  #sweepAt: number;

  constructor({
    sweepAt,
    weak = (value) => new WeakRef(value),
  }: {
    readonly sweepAt: number;
    readonly weak?: (value: Value) => Weak<Value>;
  }) {
    this.#sweepAtMin = sweepAt;
    this.#sweepAt = sweepAt;
    this.#weak = weak;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.deref();
  }

  set(key: string, value: Value): void {
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    this.#entries.set(key, this.#weak(value));
  }

  #sweep(): void {
    for (const [key, held] of this.#entries) {
      if (held.deref() === undefined) this.#entries.delete(key);
    }
    this.#sweepAt = Math.max(this.#sweepAtMin, this.#entries.size * 2);
  }
}
