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

/** Messages as turns. */
export interface Turns {
  readonly turns: readonly Turn[];
  /**
   * How many messages and turns at the beginning nothing that is appended can change: there no call
   * waits for its result.
   */
  readonly settled: { readonly messages: number; readonly turns: number };
}

/**
 * Joins results to their calls. A result for a call that never was, or that has its result, belongs
 * nowhere and is left out; a call without a result gets an empty one. Results stand in the order of
 * their calls: the order in which they came would tell which of a hidden exchange were refused.
 */
export function turnsOf(messages: readonly Message[]): Turns {
  const turns: Turn[] = [];
  const open = new Map<string, OpenCall>();
  let settled = { messages: 0, turns: 0 };
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') turns.push(generation(message, open));
    else if (message.role === 'tool') addResult(message, open);
    else turns.push({ kind: 'prompt', message });
    if (open.size === 0) settled = { messages: at + 1, turns: turns.length };
  }
  return { turns, settled };
}

function generation(message: Generation, open: Map<string, OpenCall>): Turn {
  const results: Result[] = message.calls.map((_, call) => ({ call, message: undefined }));
  for (const [call, { id }] of message.calls.entries()) open.set(id, { call, results });
  return { kind: 'generation', message, results };
}

function addResult(message: ToolMessage, open: Map<string, OpenCall>): void {
  const answered = open.get(message.callId);
  if (answered !== undefined) answered.results[answered.call] = { call: answered.call, message };
  open.delete(message.callId);
}
