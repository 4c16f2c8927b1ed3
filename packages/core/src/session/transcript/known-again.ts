import type { Content } from '../../history/content.ts';
import { labelOfMessage } from '../../history/regions.ts';
import { raisedByAnswers, type KnownElsewhere } from '../../history/known/known-answer.ts';
import { raisedByKnown } from '../../history/known/known-text.ts';
import type { Message, Part } from '../../history/message.ts';
import type { LabelSpace } from '../../label/label.ts';
import type { Slices } from '../../history/slices.ts';

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
  const parts = yield* raisedTexts(turn.parts, (text) => raisedByKnown(space, text, known));
  return { ...turn, parts };
}

/** A result in which what other runs have answered carries the label that it had there. */
export function* answeredElsewhere(
  space: LabelSpace,
  result: Message,
  elsewhere: KnownElsewhere,
): Slices<Message> {
  if (result.role !== 'tool' || elsewhere.answered.length === 0) return result;
  const parts = yield* raisedTexts(result.parts, (text) => raisedByAnswers(space, text, elsewhere));
  return parts.every((part, at) => part === result.parts[at]) ? result : { ...result, parts };
}

function* raisedTexts(
  parts: readonly Part[],
  raise: (text: Content) => Slices<Content>,
): Slices<readonly Part[]> {
  const raised: Part[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') raised.push(part);
    else {
      const content = yield* raise(part.content);
      raised.push(content === part.content ? part : { kind: 'text', content });
    }
  }
  return raised;
}

/** The texts of a message, with their labels. */
export function contentsOf(message: Message): readonly Content[] {
  if (message.role === 'assistant') return [message.text, ...message.calls.map(({ args }) => args)];
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.content] : []));
}
