import { SluiceError } from '../../errors.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import type { Dimension } from '../../label/lattice.ts';

/** Top where its text need not mean the same: groups stand in the directory of their own policy. */
export function translated(label: Label, from: LabelSpace, to: LabelSpace): Label {
  if (from === to) return label;
  const namesGroup = /(?<![\p{L}\p{N}._-])@/u.test(label.text);
  return namesGroup || !sameLattice(from, to) ? to.top : to.parse(label.text);
}

export function otherLattice(): SluiceError {
  return new SluiceError('label-invalid', 'an agent inside a tool call has another lattice', {
    hint: 'give both policies the same `lattice`, or both agents the same policy',
  });
}

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
