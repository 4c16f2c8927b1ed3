import type { Call, Message } from './message.ts';

/**
 * Names the writer of a message for a person: a role, or the tool whose result it is. A name that
 * nobody vouches for is text, and not told.
 */
export function writerOf(message: Message, callOf: (id: string) => Call | undefined): string {
  if (message.role !== 'tool') return message.role;
  const call = callOf(message.callId);
  if (call === undefined) return 'unknown tool';
  if (!call.declared) return 'undeclared tool';
  return others.has(call.tool) ? `tool ${call.tool}` : call.tool;
}

/** Who is not a tool: its owner may call one so, to be taken for them. */
const others: ReadonlySet<string> = new Set([
  'system',
  'user',
  'assistant',
  'tool description',
  'unknown tool',
  'undeclared tool',
]);
