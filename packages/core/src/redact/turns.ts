import type { Message } from '../history/message.ts';

export type Generation = Extract<Message, { readonly role: 'assistant' }>;
export type ToolMessage = Extract<Message, { readonly role: 'tool' }>;
export type Prompt = Extract<Message, { readonly role: 'system' | 'user' }>;

/** The result of the call at this index; `undefined` where the history holds none. */
export interface Result {
  readonly call: number;
  readonly message: ToolMessage | undefined;
}

/** Messages as providers demand them: every call is followed by exactly one result. */
export type Turn =
  | { readonly kind: 'prompt'; readonly message: Prompt }
  | {
      readonly kind: 'generation';
      readonly message: Generation;
      readonly results: readonly Result[];
    };

interface OpenCall {
  readonly call: number;
  readonly results: Result[];
}

/**
 * Joins results to their calls. A result for a call that never was, or that has its result, belongs
 * nowhere and is left out; a call without a result gets an empty one.
 */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  const open = new Map<string, OpenCall>();
  for (const message of messages) {
    if (message.role === 'assistant') turns.push(generation(message, open));
    else if (message.role === 'tool') addResult(message, open);
    else turns.push({ kind: 'prompt', message });
  }
  for (const { call, results } of open.values()) results.push({ call, message: undefined });
  return turns;
}

function generation(message: Generation, open: Map<string, OpenCall>): Turn {
  const results: Result[] = [];
  for (const [call, { id }] of message.calls.entries()) open.set(id, { call, results });
  return { kind: 'generation', message, results };
}

function addResult(message: ToolMessage, open: Map<string, OpenCall>): void {
  const answered = open.get(message.callId);
  answered?.results.push({ call: answered.call, message });
  open.delete(message.callId);
}
