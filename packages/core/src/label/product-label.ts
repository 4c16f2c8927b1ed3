import type { Label } from './label.ts';

let ownerOf: (label: Label) => object | undefined;

/** The one implementation of `Label`. It knows the space that made it, and cannot be forged. */
export class ProductLabel implements Label {
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

/** What made this label; `undefined` for an object that merely looks like one. */
export function labelOwner(label: Label): object | undefined {
  return ownerOf(label);
}
