import type { Label, LabelSpace } from '../label/label.ts';
import type { Ruling } from './policy.ts';
import type { OutcomeSource } from './case-source.ts';

/** The outcome of a ruling for a call or an answer that carries `label`. */
export function outcomeOf(space: LabelSpace, ruling: Ruling, label: Label): OutcomeSource {
  return outcomeApart(space, ruling, { control: label, data: label });
}

/** The same for a call of which what it only says has a label of its own. */
export function outcomeApart(
  space: LabelSpace,
  ruling: Ruling,
  { control, data }: { readonly control: Label; readonly data: Label },
): OutcomeSource {
  switch (ruling.kind) {
    case 'deny':
      return 'deny';
    case 'never':
      return ruling.onViolation;
    case 'ceiling':
      return space.flowsTo(control, ruling.ceiling) &&
        Object.values(ruling.perArgument).every((ceiling) => space.flowsTo(data, ceiling))
        ? 'allow'
        : ruling.onViolation;
  }
}
