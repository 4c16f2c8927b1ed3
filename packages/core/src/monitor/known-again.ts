import type { Content } from '../history/content.ts';
import { labelOfMessage } from '../history/joined-label.ts';
import { raisedByKnown } from '../history/known-text.ts';
import type { Message, Part } from '../history/message.ts';
import type { LabelSpace } from '../label/label.ts';
import type { Slices } from '../propagate/work.ts';

/**
 * A turn in which what repeats a known text carries the label that it had there: clients put files,
 * results and summaries into the turns of their users. `known` comes in the order in which it
 * became known.
 */
export function* knownAgain(
  space: LabelSpace,
  turn: Message,
  known: readonly Content[],
): Slices<Message> {
  if (turn.role !== 'system' && turn.role !== 'user') return turn;
  const own = labelOfMessage(space, turn);
  if (known.every(({ label }) => space.flowsTo(label, own))) return turn;
  const parts: Part[] = [];
  for (const part of turn.parts) {
    if (part.kind !== 'text') parts.push(part);
    else {
      const content = yield* raisedByKnown(space, part.content, known);
      parts.push(content === part.content ? part : { kind: 'text', content });
    }
  }
  return { ...turn, parts };
}

/** The texts of a message, with their labels. */
export function contentsOf(message: Message): readonly Content[] {
  if (message.role === 'assistant') return [message.text, ...message.calls.map(({ args }) => args)];
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
}
