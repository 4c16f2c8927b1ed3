import { SluiceError } from '../errors.ts';
import type { Dimension } from './lattice.ts';
import { InternTable } from './intern-table.ts';
import { printValues, type Dimensions } from './label-text.ts';
import type { Label } from './label.ts';
import { ProductLabel } from './product-label.ts';

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
