import { Content } from '../../history/content.ts';
import type { KnownElsewhere } from '../../history/known/known-answer.ts';
import { type Message, Opaque, type Part } from '../../history/message.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import type { Slices } from '../../history/slices.ts';
import type { Label } from '../../label/label.ts';
import { answeredElsewhere } from './known-again.ts';
import { raisedMessage } from '../../engine/raised-message.ts';
import { refusalText } from '../../engine/refusal.ts';
import type { Run } from '../../engine/run.ts';
import type { GivenCall, ToolTurn } from './transcript-entry.ts';

interface ResultLabelling {
  readonly known: GivenCall;
  /** What was made of this very text when it came. */
  readonly built: Message | undefined;
  /** What it carries at least. */
  readonly floor: Label;
  readonly elsewhere: KnownElsewhere;
}

/** The result of a call that the client was given, as the client says that it read. */
export function* clientResult(
  run: Run,
  message: ToolTurn,
  { known, built, floor, elsewhere }: ResultLabelling,
): Slices<Message> {
  const { call, label, within, hasFailed, refusedAs, words } = known;
  // Of a call that the person refused, the model is told in our words: no text of the client's.
  if (refusedAs !== undefined) {
    const { rule, violations } = known.decision;
    const text = refusalText({ rule, violations, words, reason: refusedAs });
    return run.refusalMessage(call.id, text, label);
  }
  const output = { parts: message.parts, failed: hasFailed || message.failed === true };
  const made = built ?? run.resultMessage(call, output, { label, within });
  const result = yield* answeredElsewhere(run.space, made, elsewhere);
  return floor === run.space.bottom ? result : raisedMessage(run.space, result, floor);
}

/** A message that a run never made or saw: one label for all of it. */
export function unrecognised(run: Run, message: PlainMessage, label: Label): Message {
  const { space } = run;
  if (message.role === 'assistant') {
    const calls = message.calls.map(({ id, tool, args }) => {
      const declared = run.tools.isVouched(tool);
      return { id, tool, declared, args: Content.whole(space, args, label), label };
    });
    return { role: 'assistant', text: Content.whole(space, message.text, label), calls, label };
  }
  const partAt = (part: PlainPart): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: Content.whole(space, part.text, label) }
      : { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
  const parts = message.parts.map(partAt);
  if (message.role !== 'tool') return { role: message.role, parts, shape: label };
  const { role, callId } = message;
  const failed = message.failed === true;
  return { role, callId, parts, shape: label, ...(failed && { failed }) };
}
