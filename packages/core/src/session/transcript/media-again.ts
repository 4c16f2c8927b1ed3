import { canonicalJson } from '../../history/json/canonical.ts';
import { type Message, type Part, revealOpaque } from '../../history/message.ts';
import type { Slices } from '../../history/slices.ts';
import type { LabelSpace } from '../../label/label.ts';

type OpaquePart = Extract<Part, { readonly kind: 'opaque' }>;

/**
 * A turn in which an image or a file that the run knows carries the label that it had there first:
 * nothing can be read in it, so it is known as a whole or not at all.
 */
export function* mediaAgain(
  space: LabelSpace,
  turn: Message,
  earlier: () => readonly Message[],
): Slices<Message> {
  if (turn.role !== 'user' || mediaOf(turn).length === 0) return turn;
  const first = new Map<string, OpaquePart>();
  for (const part of earlier().flatMap(mediaOf)) {
    const key = keyOf(part);
    if (!first.has(key)) first.set(key, part);
    yield;
  }
  const raised = (part: Part): Part => {
    const known = part.kind === 'opaque' ? first.get(keyOf(part)) : undefined;
    return part.kind === 'opaque' && known !== undefined
      ? { ...part, label: space.join(part.label, known.label) }
      : part;
  };
  return { ...turn, parts: turn.parts.map(raised) };
}

function mediaOf(message: Message): readonly OpaquePart[] {
  if (message.role === 'assistant') return [];
  return message.parts.flatMap((part) => (part.kind === 'opaque' ? [part] : []));
}

function keyOf({ data }: OpaquePart): string {
  return canonicalJson(revealOpaque(data));
}
