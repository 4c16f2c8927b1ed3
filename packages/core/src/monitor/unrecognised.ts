import { Content } from '../history/content.ts';
import { Opaque, type Message, type Part } from '../history/message.ts';
import type { PlainMessage, PlainPart } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { Run } from './run.ts';

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
