import type { Message } from '../../history/message.ts';
import type { Run } from '../../engine/run.ts';
import type { Entry } from '../transcript/transcript-entry.ts';

/**
 * Entries of a saved session, in which a past call's name stands as structure only where the policy
 * in force still vouches for it: the one that did may have been changed for that.
 */
export function vouchedAnew(
  { options: { policy } }: Run,
  entries: ReadonlyMap<number, Entry>,
): ReadonlyMap<number, Entry> {
  const vouches = (tool: string): boolean => {
    try {
      return policy.vouchesFor(tool);
    } catch {
      return false;
    }
  };
  const anew = (message: Message): Message => {
    if (message.role !== 'assistant') return message;
    if (message.calls.every(({ declared, tool }) => !declared || vouches(tool))) return message;
    const calls = message.calls.map((call) => {
      return { ...call, declared: call.declared && vouches(call.tool) };
    });
    return { ...message, calls };
  };
  return new Map(
    [...entries].map(([id, entry]) => [id, { ...entry, messages: entry.messages.map(anew) }]),
  );
}
