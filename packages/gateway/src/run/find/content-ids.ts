import type { PlainMessage } from '@sluice/core';
import { Chain, sha256 } from './fingerprint.ts';

/**
 * Where responses pass untouched, the client holds the provider's ids. These stand in their place:
 * a function of what was said before and of the call itself, so that the same transcript has the
 * same ids whenever it comes back. Clients write their system turns anew: these do not count.
 */
export function withContentIds(messages: readonly PlainMessage[]): readonly PlainMessage[] {
  const chain = new Chain();
  const ours = new Map<string, string>();
  return messages.map((message) => {
    const renamed = rename(message, chain.hash, ours);
    if (message.role !== 'system') chain.add(renamed);
    return renamed;
  });
}

/** The ids, without their kind, of the calls of a generation after these messages. */
export function contentIds(
  messages: readonly PlainMessage[],
  calls: readonly { readonly tool: string; readonly args: string }[],
): readonly string[] {
  const chain = new Chain();
  for (const message of messages) if (message.role !== 'system') chain.add(message);
  return calls.map((call, index) => idOf(chain.hash, call, index));
}

function rename(message: PlainMessage, before: string, ours: Map<string, string>): PlainMessage {
  if (message.role === 'tool') {
    return { ...message, callId: ours.get(message.callId) ?? message.callId };
  }
  if (message.role !== 'assistant') return message;
  const calls = message.calls.map((call, index) => {
    const id = `call_${idOf(before, call, index)}`;
    ours.set(call.id, id);
    return { ...call, id };
  });
  return { ...message, calls };
}

function idOf(
  before: string,
  { tool, args }: { readonly tool: string; readonly args: string },
  index: number,
): string {
  return sha256(JSON.stringify([before, index, tool, canonical(args)])).slice(0, 32);
}

/** Spacing does not count: clients write the arguments again. */
function canonical(args: string): string {
  try {
    return JSON.stringify(JSON.parse(args));
  } catch {
    return args;
  }
}
