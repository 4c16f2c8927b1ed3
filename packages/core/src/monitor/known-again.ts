import type { Content } from '../history/content.ts';
import { labelOfMessage } from '../history/joined-label.ts';
import { raisedByKnown } from '../history/known-text.ts';
import type { Message, Part } from '../history/message.ts';
import type { LabelSpace } from '../label/label.ts';

/**
 * A turn in which what repeats an earlier message carries the label that it had there: clients put
 * files, results and summaries into the turns of their users. `before` comes in the order in which
 * the run came to know it.
 */
export function knownAgain(space: LabelSpace, turn: Message, before: readonly Message[]): Message {
  if (turn.role !== 'system' && turn.role !== 'user') return turn;
  const label = labelOfMessage(space, turn);
  if (before.every((message) => space.flowsTo(labelOfMessage(space, message), label))) return turn;
  const known = before.flatMap(contentsOf);
  const parts = turn.parts.map((part): Part => {
    if (part.kind !== 'text') return part;
    const content = raisedByKnown(space, part.content, known);
    return content === part.content ? part : { kind: 'text', content };
  });
  return { ...turn, parts };
}

function contentsOf(message: Message): readonly Content[] {
  if (message.role === 'assistant') return [message.text, ...message.calls.map(({ args }) => args)];
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
}
