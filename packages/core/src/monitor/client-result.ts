import type { Message } from '../history/message.ts';
import type { Label } from '../label/label.ts';
import type { KnownElsewhere } from '../history/known-answer.ts';
import type { Slices } from '../history/slices.ts';
import { answeredElsewhere } from './known-again.ts';
import { raisedMessage } from './raised-message.ts';
import { refusalText } from './refusal.ts';
import type { Run } from './run.ts';
import type { GivenCall, ToolTurn } from './transcript-entry.ts';

interface ResultLabelling {
  readonly known: GivenCall;
  /** What it carries at least. */
  readonly floor: Label;
  readonly elsewhere: KnownElsewhere;
}

/** The result of a call that the client was given, as the client says that it read. */
export function* clientResult(
  run: Run,
  message: ToolTurn,
  { known, floor, elsewhere }: ResultLabelling,
): Slices<Message> {
  const { call, label, within, hasFailed, refusedAs, words } = known;
  // Of a call that the person refused, the model is told in our words: no text of the client's.
  if (refusedAs !== undefined) {
    const { rule, violations } = known.decision;
    const text = refusalText({ rule, violations, words, reason: refusedAs });
    return run.refusalMessage(call.id, text, label);
  }
  const output = { parts: message.parts, failed: hasFailed || message.failed === true };
  const made = run.resultMessage(call, output, { label, within });
  const result = yield* answeredElsewhere(run.space, made, elsewhere);
  return floor === run.space.bottom ? result : raisedMessage(run.space, result, floor);
}
