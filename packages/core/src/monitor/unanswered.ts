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
  const answered = new Set([...stands.flatMap(resultIdsOf), ...sent.flatMap(resultIdsIn)]);
  const open = stands.flatMap(callIdsOf).filter((id) => !answered.has(id));
  return joinAll(
    space,
    open.flatMap((id) => given.resultLabel(id) ?? []),
  );
}

function callIdsOf({ messages }: Entry): readonly string[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' ? message.calls.map(({ id }) => id) : [],
  );
}

function resultIdsOf({ messages }: Entry): readonly string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
}

function resultIdsIn({ message, known }: Sent): readonly string[] {
  if (message === undefined) return known === undefined ? [] : resultIdsOf(known);
  return message.role === 'tool' ? [message.callId] : [];
}
