import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { Entry, GivenCalls, Sent } from './transcript-entry.ts';

/**
 * The join of what the results of calls would carry that the client was given and of which it sends
 * no result: it may have them, and put what they say into its next turn.
 */
export function unansweredLabel(
  space: LabelSpace,
  stands: readonly Entry[],
  { sent, given }: { readonly sent: readonly Sent[]; readonly given: GivenCalls },
): Label {
  const answered = new Set(sent.flatMap(resultIdsOf));
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

function resultIdsOf({ message, known }: Sent): readonly string[] {
  if (message !== undefined) return message.role === 'tool' ? [message.callId] : [];
  const results = known?.messages ?? [];
  return results.flatMap((each) => (each.role === 'tool' ? [each.callId] : []));
}
