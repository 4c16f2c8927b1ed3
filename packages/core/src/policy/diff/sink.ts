import type { Label } from '../../label/label.ts';
import type { OutcomeSource } from '../case-source.ts';
import { outcomeOf } from '../outcome.ts';
import type { Policy, Ruling } from '../policy.ts';
import type { Sides } from './sides.ts';

/** A place that text may reach, and the outcome for a label under each policy. */
export interface Sink {
  readonly name: string;
  /** Equal rulings have equal keys. */
  readonly key: string;
  readonly before: (label: Label) => OutcomeSource;
  readonly after: (label: Label) => OutcomeSource;
  /** The argument that text reaches, where it does not lead to the call itself. */
  readonly argument?: string | undefined;
  /** The call that shows it; not given for other sinks. */
  readonly call?: { readonly tool: string; readonly args: string } | undefined;
}

interface Ruled {
  readonly name: string;
  readonly ruling: (policy: Policy) => Ruling;
  readonly argument?: string | undefined;
  readonly call?: Sink['call'];
}

export function sinkOf({ before, after }: Sides, { name, ruling, ...rest }: Ruled): Sink {
  const [old, now] = [ruling(before), ruling(after)];
  return {
    name,
    key: [keyOf(old), keyOf(now)].join('\n'),
    before: (label) => outcomeOf(before.space, old, label),
    after: (label) => outcomeOf(after.space, now, label),
    ...rest,
  };
}

function keyOf(ruling: Ruling): string {
  if (ruling.kind === 'deny') return 'deny';
  if (ruling.kind === 'never') return `never ${ruling.onViolation}`;
  const data = Object.entries(ruling.perArgument).map(([name, { text }]) => `${name}: ${text}`);
  return [ruling.ceiling.text, ruling.onViolation, ...data].join(' ');
}
