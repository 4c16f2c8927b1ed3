import type { Message, Part } from '../history/message.ts';
import type { Label, LabelSpace } from '../label/label.ts';

/** The same message with every label in it joined with `label`. */
export function raisedMessage(space: LabelSpace, message: Message, label: Label): Message {
  if (message.role === 'assistant') {
    return {
      role: 'assistant',
      text: message.text.raisedTo(space, label),
      calls: message.calls.map((call) => {
        const args = call.args.raisedTo(space, label);
        return { ...call, args, label: space.join(call.label, label) };
      }),
      label: space.join(message.label, label),
    };
  }
  return raisedParts(space, message, label);
}

/** The same parts with every label in them, and that of their shape, joined with `label`. */
export function raisedParts<
  Whole extends { readonly parts: readonly Part[]; readonly shape: Label },
>(space: LabelSpace, whole: Whole, label: Label): Whole {
  const parts = whole.parts.map((part): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: part.content.raisedTo(space, label) }
      : { ...part, label: space.join(part.label, label) },
  );
  return { ...whole, parts, shape: space.join(whole.shape, label) };
}
