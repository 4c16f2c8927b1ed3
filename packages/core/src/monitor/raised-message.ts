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
  const parts = message.parts.map((part): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: part.content.raisedTo(space, label) }
      : { ...part, label: space.join(part.label, label) },
  );
  return { ...message, parts, shape: space.join(message.shape, label) };
}
