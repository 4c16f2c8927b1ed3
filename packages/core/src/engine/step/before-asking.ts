import type { History } from '../../history/history.ts';
import type { Label } from '../../label/label.ts';
import type { Run } from '../run.ts';
import { type Draft, labelAgain } from './generate.ts';
import { isIdentical, isRepeated } from './identical.ts';
import { allowedAt, ceilingLabel } from './screen.ts';

/**
 * The label of the view that is tried once before the calls of a draft are asked about or refused;
 * `undefined` where none is. `narrow` is the propagator's label, which allows no more of them.
 */
export function labelBeforeAsking(run: Run, draft: Draft, narrow: Label): Label | undefined {
  const { shortcuts } = run.options;
  switch (shortcuts === 'none' ? undefined : shortcuts.beforeAsking) {
    case 'propagator':
      return isAskedNarrower(run, draft, narrow) ? narrow : undefined;
    case 'ceiling':
      return ceilingLabel(run, draft.reply, draft.label);
    case 'nothing':
    case undefined:
      return undefined;
  }
}

/** True if a question about the draft would be asked at the propagator's label, below its own. */
export function isAskedNarrower(run: Run, draft: Draft, narrow: Label): boolean {
  const { shortcuts } = run.options;
  if (shortcuts === 'none' || shortcuts.beforeAsking !== 'propagator') return false;
  const { reply, label: wide } = draft;
  const { space } = run;
  // Searches of the provider's included.
  const expected = labelAgain(run, reply, narrow);
  const isBelow = space.flowsTo(expected, wide) && !space.flowsTo(wide, expected);
  return isBelow && reply.calls.length > 0;
}

/** A second generation, and what it was made for: more is allowed, or a question is narrower. */
interface Again {
  readonly again: Draft;
  readonly isUseful: boolean;
  readonly history: History;
}

/**
 * True if a second generation is the output in the draft's stead. Where the draft had calls and the
 * narrow view none, going on with its text would end the run early. A view that was tried before a
 * question must make the draft's own calls, or nothing that is asked about: else the propagator has
 * missed something, and the question is about the draft. Nor may it make a call of this turn once
 * more: it does not see the result, and would make it for ever instead of asking.
 */
export function isTaken(run: Run, draft: Draft, tried: Again): boolean {
  const { again, isUseful, history } = tried;
  const { reply, label } = again;
  if (reply.calls.length === 0) return draft.reply.calls.length === 0;
  if (isUseful) return true;
  if (isIdentical(draft.reply, reply)) return run.space.flowsTo(label, draft.label);
  if (isRepeated(history, reply)) return false;
  return reply.stop === 'complete' && allowedAt(run, reply, label) === reply.calls.length;
}
