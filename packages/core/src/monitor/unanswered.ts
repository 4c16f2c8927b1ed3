import type { Message } from '../history/message.ts';
import type { PlainMessage } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { Entry, GivenCalls, Sent } from './transcript-entry.ts';

/**
 * The join of what the results of calls would carry that the client was given and of which no
 * result was ever sent: it may have them, and put what they say into anything that it writes.
 */
export function unansweredLabel(
  space: LabelSpace,
  stands: readonly Entry[],
  { sent, given }: { readonly sent: readonly Sent[]; readonly given: GivenCalls },
): Label {
  const open = new Set<string>();
  for (const { messages } of stands) addCalls(open, messages);
  for (const { messages } of stands) takeAnswered(open, messages);
  for (const { message, known } of sent) {
    takeAnswered(open, message === undefined ? (known?.messages ?? []) : [message]);
  }
  const labels = [...open].flatMap((id) => given.resultLabel(id) ?? []);
  return joinAll(space, labels);
}

function addCalls(open: Set<string>, messages: readonly Message[]): void {
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.calls) open.add(id);
  }
}

function takeAnswered(open: Set<string>, messages: readonly (Message | PlainMessage)[]): void {
  for (const message of messages) if (message.role === 'tool') open.delete(message.callId);
}
