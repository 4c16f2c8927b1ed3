import * as z from 'zod';
import { textOf, type PlainMessage, type PlainPart } from '@sluice/core';
import type { ReaderOutput, ReaderView } from './output.ts';
import type { WantedCall } from './past-calls.ts';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]).nullish();
const call = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer', 'user']), content }),
  z.looseObject({ role: z.literal('assistant'), content, tool_calls: z.array(call).nullish() }),
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: z.string() }),
]);
const tool = z.looseObject({
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** A Chat Completions request, as far as a reader looks at it. */
export const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool).nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

export type ChatRequest = z.output<typeof chatRequest>;

export function viewOf({ messages, tools, tool_choice: choice }: ChatRequest): ReaderView {
  return {
    messages: messages.map(messageOf),
    tools: (tools ?? []).map(({ function: { name, description = '', parameters = {} } }) => {
      return { name, description, parameters };
    }),
    ...(choice === 'none' && { toolChoice: 'none' }),
  };
}

function messageOf(given: ChatRequest['messages'][number]): PlainMessage {
  const parts = partsOf(given.content);
  switch (given.role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts };
    case 'user':
      return { role: 'user', parts };
    case 'assistant':
      return {
        role: 'assistant',
        text: textOf(parts),
        calls: (given.tool_calls ?? []).map(({ id, function: called }) => {
          return { id, tool: called.name, args: called.arguments };
        }),
      };
    case 'tool':
      return { role: 'tool', callId: given.tool_call_id, tool: '', parts };
  }
}

function partsOf(given: z.output<typeof content>): readonly PlainPart[] {
  if (typeof given === 'string') return [{ kind: 'text', text: given }];
  return (given ?? []).map(({ text = '' }) => ({ kind: 'text', text }));
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** The fields of a response that are the same whether it is streamed or not. */
export interface Envelope {
  readonly id: string;
  readonly model: string;
  readonly created: number;
}

/** The part of an output that a client is sent. */
export interface WireOutput {
  readonly text: string;
  readonly calls: readonly (WantedCall & { readonly id: string })[];
}

type JsonObject = Readonly<Record<string, unknown>>;

export function completionOf(output: WireOutput, envelope: Envelope, usage: Usage): JsonObject {
  const { text, calls } = output;
  const body = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: wireCalls(output) }),
  };
  const choice = { index: 0, message: body, logprobs: null, finish_reason: finishOf(output) };
  return { ...envelope, object: 'chat.completion', choices: [choice], usage };
}

/** The same as the chunks of a stream; usage comes last, and only where it was asked for. */
export function chunksOf(
  output: ReaderOutput,
  envelope: Envelope,
  usage: Usage | undefined,
): readonly JsonObject[] {
  const chunk = (choices: readonly JsonObject[], more: JsonObject = {}): JsonObject => {
    return { ...envelope, object: 'chat.completion.chunk', choices, ...more };
  };
  const delta = (added: JsonObject, reason: string | null = null): JsonObject =>
    chunk([{ index: 0, delta: added, logprobs: null, finish_reason: reason }]);
  const calls = wireCalls(output).map((each, index) => delta({ tool_calls: [{ index, ...each }] }));
  return [
    delta({ role: 'assistant', content: output.calls.length > 0 ? null : '' }),
    ...(output.text === '' ? [] : [delta({ content: output.text })]),
    ...calls,
    delta({}, finishOf(output)),
    ...(usage === undefined ? [] : [chunk([], { usage })]),
  ];
}

function wireCalls({ calls }: WireOutput): readonly JsonObject[] {
  return calls.map(({ id, tool: name, args }) => {
    return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
  });
}

function finishOf({ calls }: WireOutput): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}
