import type { PlainCall } from '@sluice/core';
import type { Answer, ClientRequest, Protocol } from '../../protocol.ts';
import type { Block } from '../blocks.ts';
import { exactArgs } from '../../shared/wire.ts';
import { clientContent } from './reasoning.ts';
import { writeUsage } from './usage.ts';

/** A whole response. */
export const write: Protocol['write'] = (request, answer) => {
  const text = isRefusal(request, answer) ? '' : answer.text;
  return {
    ...messageOf(answer),
    content: clientContent(
      answer.reasoning,
      { text, calls: answer.calls.map((call) => callBlock(call, inputOf(call))) },
      textBlock,
    ),
    ...stopOf(request, answer),
    usage: { ...noUsage, ...writeUsage(answer.usage) },
  };
};

/** Where the client parses the text as JSON, a text of ours stands beside the refusal instead. */
export function isRefusal(request: ClientRequest, { withheld }: Answer): boolean {
  return withheld && request.structured;
}

/** All of a message but its content, as it begins: SDKs read every field. */
export function messageOf({ id, model }: Pick<Answer, 'id' | 'model'>): Block {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: null,
    stop_sequence: null,
    usage: noUsage,
  };
}

const noUsage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: null,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: null,
  speed: null,
} as const;

export function textBlock(text: string): Block {
  return { type: 'text', text, citations: null };
}

export function callBlock(
  { id, tool }: PlainCall,
  input: Readonly<Record<string, unknown>>,
): Block {
  return { type: 'tool_use', id, name: tool, input, caller: { type: 'direct' } };
}

/** Only calls that were checked come here, and arguments that are no object pass no check. */
export function inputOf({ args }: PlainCall): Readonly<Record<string, unknown>> {
  const input = exactArgs(args);
  if (input === undefined) throw new Error('the arguments of a call are no JSON object');
  return input;
}

interface Stop {
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly stop_details: Readonly<Record<string, unknown>> | null;
}

/** Reasons for stopping in the middle that a client may be told of as they are. */
const cutShort: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
]);

/**
 * Why the answer ends, of what the client gets: the provider stopped for calls that may have been
 * refused since. Which sequence stopped it is known only where the client named a single one.
 */
export function stopOf(request: ClientRequest, answer: Answer): Stop {
  const { withheld, calls, stop, facts, text } = answer;
  const said = facts?.stop ?? '';
  if (isRefusal(request, answer)) {
    const details = { type: 'refusal', category: null, explanation: text };
    return { ...stopped('refusal'), stop_details: details };
  }
  if (withheld) return stopped('end_turn');
  if (calls.length > 0) return stopped('tool_use');
  if (stop === 'truncated') return stopped(cutShort.has(said) ? said : 'max_tokens');
  if (said !== 'stop_sequence') return stopped('end_turn');
  return { ...stopped(said), stop_sequence: onlyString(request.params['stop_sequences']) };
}

function stopped(stop_reason: string): Stop {
  return { stop_reason, stop_sequence: null, stop_details: null };
}

function onlyString(value: unknown): string | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.length === 1 && typeof list[0] === 'string' ? list[0] : null;
}
