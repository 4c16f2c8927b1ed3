import type { LabelSpace } from '../label/label.ts';
import type { Dimension } from '../lattice/lattice.ts';

/** True if a label's text means the same in both: the same dimensions, each of the same form. */
export function sameLattice(a: LabelSpace, b: LabelSpace): boolean {
  const [names, others] = [Object.keys(a.dimensions), Object.keys(b.dimensions)];
  return (
    names.join() === others.join() &&
    names.every((name) => sameDimension(a.dimensions[name], b.dimensions[name]))
  );
}

function sameDimension(
  a: Dimension<unknown> | undefined,
  b: Dimension<unknown> | undefined,
): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  // Nobody can tell of two that a user wrote whether they order their values alike.
  if (a.kind === 'custom' || a.kind !== b.kind) return false;
  // The forms of a chain are its levels in order; of numbers the bottom tells their direction.
  const isAlike = a.kind !== 'chain' || a.bottom === b.bottom;
  return isAlike && a.forms.join('\n') === b.forms.join('\n');
}
