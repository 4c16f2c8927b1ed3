import type { Label, LabelSpace } from '../label/label.ts';
import type { Ruling } from './policy.ts';
import type { OutcomeSource } from './case-source.ts';

/** The outcome of a ruling for a call or an answer that carries `label`, and `data` in its data. */
export function outcomeOf(
  space: LabelSpace,
  ruling: Ruling,
  label: Label,
  data: Label = label,
): OutcomeSource {
  switch (ruling.kind) {
    case 'deny':
      return 'deny';
    case 'never':
      return ruling.onViolation;
    case 'ceiling':
      return space.flowsTo(label, ruling.ceiling) &&
        Object.values(ruling.perArgument).every((ceiling) => space.flowsTo(data, ceiling))
        ? 'allow'
        : ruling.onViolation;
  }
}
