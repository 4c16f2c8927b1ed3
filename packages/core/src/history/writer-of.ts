import type { Call, Message } from './message.ts';

/**
 * Names the writer of a message for a person: a role, or the tool whose result it is. A name that
 * nobody vouches for is text, and not told.
 */
export function writerOf(message: Message, callOf: (id: string) => Call | undefined): string {
  if (message.role !== 'tool') return message.role;
  const call = callOf(message.callId);
  if (call === undefined) return 'unknown tool';
  return call.declared ? call.tool : 'undeclared tool';
}
