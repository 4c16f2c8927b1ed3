import type { Message } from '../../history/message.ts';
import type { PlainMessage } from '../../history/plain.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import type { Entry, GivenCalls, Sent } from './transcript-entry.ts';

/** Ids of the calls of a transcript without a result in it. Entries are visited once. */
export class UnansweredCalls {
  readonly #open: Set<string> = new Set();

  /** Entries came behind those that it knows. */
  add(entries: readonly Entry[]): void {
    for (const { messages } of entries) {
      for (const message of messages) {
        if (message.role !== 'assistant') continue;
        for (const { id } of message.calls) this.#open.add(id);
      }
    }
    for (const { messages } of entries)
      for (const id of answeredIn(messages)) this.#open.delete(id);
  }

  /**
   * The join of what the results of calls would carry that the client was given and of which no
   * result was ever sent: it may have them, and put what they say into anything that it writes.
   * `sent`: what it sent besides entries that stand.
   */
  label(
    space: LabelSpace,
    { sent, given }: { readonly sent: readonly Sent[]; readonly given: GivenCalls },
  ): Label {
    const answered = new Set(
      sent.flatMap(({ message, known }) =>
        answeredIn(message === undefined ? (known?.messages ?? []) : [message]),
      ),
    );
    const open = [...this.#open].filter((id) => !answered.has(id));
    return joinAll(
      space,
      open.flatMap((id) => given.resultLabel(id) ?? []),
    );
  }
}

function answeredIn(messages: readonly (Message | PlainMessage)[]): readonly string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
}
