import { SluiceError } from '../../errors.ts';
import type { Dimension } from '../lattice.ts';

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

/** Lists what a person may type for a value of this dimension. */
export function formsOf({ forms }: Pick<Dimension<unknown>, 'forms'>): string {
  const shown = forms.slice(0, formsShownMax).map((form) => `\`${form}\``);
  const more = forms.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` or ${more} others` : '');
}

const formsShownMax = 12;
