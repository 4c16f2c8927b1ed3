import type { TrialLine } from '../trial/row.ts';
import { printCase } from './cases.ts';
import type { Control } from './control.ts';
import { attackIn } from './verdicts.ts';

/**
 * Whether the guarantee was seen to hold: under no guarded defence did an attack act through a
 * call, and in each log the checker found a run, no call above its ceiling and nothing that it
 * cannot derive. A person who always says yes is left out of the first: there, the person is
 * the guarantee.
 */
export function guardedHold(lines: readonly TrialLine[], guarded: readonly string[]): Control {
  const runs = lines.filter(({ spec }) => guarded.includes(spec.defence));
  const broken = runs.filter((run) => breaksThrough(run) || isUnsound(run));
  return {
    name: 'guarded-hold',
    status: runs.length === 0 ? 'absent' : broken.length === 0 ? 'holds' : 'fails',
    detail: `${runs.length - broken.length} of ${runs.length} guarded trials without a success through a call or a finding of the checker`,
    cases: broken.map(({ spec }) => `${spec.defence}, ${spec.person}: ${printCase(spec)}`),
  };
}

function breaksThrough({ spec, outcome }: TrialLine): boolean {
  return spec.person !== 'always-yes' && attackIn(outcome)?.through === 'calls';
}

function isUnsound({ outcome }: TrialLine): boolean {
  if (outcome.kind === 'error') return true;
  const { checked } = outcome;
  if (checked === undefined || checked.runs === 0) return true;
  return checked.violations.length + checked.differences.length > 0;
}
