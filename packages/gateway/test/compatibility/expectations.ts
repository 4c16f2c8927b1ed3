import { expect } from 'vitest';
import { defaultUsage } from '../upstream/dialect.ts';
import type { Seen } from '../upstream/script.ts';
import type { Client } from './client.ts';

/** The token counts that a client reads for one generation. */
export function tokensOf({
  client,
  stream,
}: {
  readonly client: Client;
  readonly stream: boolean;
}): number {
  const { input, output } = defaultUsage;
  return stream && client.countsInputAtStart === true ? output : input + output;
}

/** Calls and results as the provider's model sees them, each result with its own call. */
export function expectCalls(
  seen: Seen | undefined,
  wanted: readonly (readonly [tool: string, args: string, result: string])[],
): void {
  const messages = seen?.messages ?? [];
  const calls = messages.flatMap((message) => message.calls);
  const found = calls.map(({ id, tool, args }) => {
    const result = messages.find(({ role, callId }) => role === 'tool' && callId === id);
    return [tool, args, result?.text];
  });
  expect(found).toEqual(wanted);
}

/** The model knows of the call that was refused, and that it was not made. */
export function expectHidden(seen: Seen | undefined, tool: string): void {
  const messages = seen?.messages ?? [];
  const call = messages.flatMap(({ calls }) => calls).find((each) => each.tool === tool);
  const result = messages.find(({ callId }) => callId !== undefined && callId === call?.id);
  expect(result?.text).toContain('was not made');
}

/** Thoughts go back to the provider in the form in which it gave them. */
export function expectReasoning({ protocol }: Client, seen: readonly Seen[]): void {
  const [first, second] = seen.map(({ body }) => JSON.stringify(body));
  switch (protocol) {
    case 'Chat Completions':
      expect(first).toContain('"reasoning_effort":"low"');
      expect(second).toContain('"reasoning_content":"First I look it up."');
      break;
    case 'Responses':
      expect(second).toContain('"encrypted_content":"gAAAA');
      break;
    case 'Messages':
      expect(second).toContain('"thinking":"First I look it up."');
      break;
    case 'Gemini':
      expect(first).toContain('"includeThoughts":true');
      expect(second).toContain('{"text":"First I look it up.","thought":true}');
      // The provider takes its own signature alone for what it thought.
      expect(second).not.toContain('skip_thought_signature_validator');
      break;
  }
}
