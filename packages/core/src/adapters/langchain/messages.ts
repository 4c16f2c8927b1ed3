import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import type { ModelReply, Usage } from '../../model/chat-model.ts';
import { wireArgs } from '../../model/wire.ts';
import type { Replied } from '../shared/guarded-run.ts';
import { mayBeRounded } from '../shared/call-gate.ts';
import { memberOf } from '../../history/document.ts';
import { unsupported } from '../shared/errors.ts';

type Content = BaseMessage['content'];
type Block = Exclude<Content, string>[number];

/** LangChain's messages as plain ones. Reasoning blocks are left out: they belong to no view. */
export function transcriptOf(messages: readonly BaseMessage[]): readonly PlainMessage[] {
  return messages.map(plainMessage);
}

/** A view's messages as LangChain's. */
export function messagesOf(messages: readonly PlainMessage[]): BaseMessage[] {
  // Some providers take one system message alone.
  const rest = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, rest === -1 ? messages.length : rest);
  const first = leading.flatMap((message) => (message.role === 'system' ? message.parts : []));
  const system: readonly PlainMessage[] =
    first.length === 0 ? [] : [{ role: 'system', parts: first }];
  return [...system, ...messages.slice(leading.length)].map((message) => {
    switch (message.role) {
      case 'system':
        return new SystemMessage({ content: contentOf(message.parts) });
      case 'user':
        return new HumanMessage({ content: contentOf(message.parts) });
      case 'assistant':
        return aiMessage(
          message.text,
          message.calls.map((call) => ({ ...call, name: call.tool })),
        );
      case 'tool': {
        const { callId, tool, parts, failed } = message;
        const fields = { content: contentOf(parts), tool_call_id: callId, name: tool };
        return new ToolMessage({ ...fields, ...(failed === true && { status: 'error' }) });
      }
    }
  });
}

/** The step's reply as LangChain's message. */
export function replyMessage({ text, calls, usage }: Replied): AIMessage {
  const message = aiMessage(
    text,
    calls.map((call) => ({ ...call, name: call.tool })),
  );
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  const usage_metadata = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_token_details: { cache_read: cachedInputTokens },
  };
  return Object.assign(message, { usage_metadata });
}

/** Reads what a model of LangChain generated. */
export function replyOf(message: AIMessage): ModelReply {
  const calls = (message.tool_calls ?? []).map(({ name, args }) => {
    // LangChain gives the guard the model's arguments as it parsed them.
    const call = { tool: name, args: JSON.stringify(args) };
    return mayBeRounded(args) ? { ...call, isRounded: true } : call;
  });
  // LangChain sorts out calls whose arguments do not parse; half a call is among them.
  const invalid = (message.invalid_tool_calls ?? []).map(({ name = '', args = '' }) => {
    return { tool: name, args };
  });
  return {
    text: textIn(message.content),
    calls: [...calls, ...invalid],
    stop: isComplete(message.response_metadata) ? 'complete' : 'truncated',
    ...usageIn(message),
  };
}

/** A tool's result as the model will read it. */
export function partsOf(content: Content): readonly PlainPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return content.map((block) => {
    const text = textOf(block);
    return text === undefined
      ? { kind: 'opaque', mediaType: block.type, data: block }
      : { kind: 'text', text };
  });
}

function plainMessage(message: BaseMessage): PlainMessage {
  if (SystemMessage.isInstance(message)) return { role: 'system', parts: partsOf(message.content) };
  if (HumanMessage.isInstance(message)) return { role: 'user', parts: partsOf(message.content) };
  if (ToolMessage.isInstance(message)) {
    const { tool_call_id: callId, name: tool = '', content, status } = message;
    const failed = status === 'error' && { failed: true };
    return { role: 'tool', callId, tool, parts: partsOf(content), ...failed };
  }
  if (!AIMessage.isInstance(message)) throw unsupported(`a message of type \`${message.type}\``);
  const calls = (message.tool_calls ?? []).map(({ id = '', name, args }) => {
    return { id, tool: name, args: JSON.stringify(args) };
  });
  return { role: 'assistant', text: textIn(message.content), calls };
}

function aiMessage(
  text: string,
  calls: readonly { readonly id: string; readonly name: string; readonly args: string }[],
): AIMessage {
  return new AIMessage({
    content: text,
    tool_calls: calls.map(({ id, name, args }) => {
      return { id, name, args: { ...wireArgs(args) }, type: 'tool_call' };
    }),
  });
}

function contentOf(parts: readonly PlainPart[]): string | Block[] {
  const [first, ...rest] = parts;
  if (first?.kind === 'text' && rest.length === 0) return first.text;
  return parts.map((part) => {
    if (part.kind === 'text') return { type: 'text', text: part.text };
    if (isBlock(part.data)) return part.data;
    throw unsupported('a part that did not come from LangChain');
  });
}

function textIn(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((block) => textOf(block) ?? '').join('');
}

function textOf(block: Block): string | undefined {
  return block.type === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined;
}

function isBlock(data: unknown): data is Block {
  return typeof data === 'object' && data !== null && 'type' in data;
}

function usageIn(message: object): { readonly usage?: Usage } {
  const usage = memberOf(message, 'usage_metadata');
  if (usage === undefined) return {};
  const details = memberOf(usage, 'input_token_details');
  return {
    usage: {
      inputTokens: numberOr0(memberOf(usage, 'input_tokens')),
      outputTokens: numberOr0(memberOf(usage, 'output_tokens')),
      cachedInputTokens: numberOr0(memberOf(details, 'cache_read')),
    },
  };
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const properEnds = /^(stop|end_turn|stop_sequence|tool_calls|tool_use|function_call)$/i;

/** Providers name the reason differently; where one is named, only a proper end is one. */
function isComplete(metadata: Readonly<Record<string, unknown>>): boolean {
  const reasons = ['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'stopReason'];
  return reasons.every((key) => {
    const reason = metadata[key];
    return typeof reason !== 'string' || properEnds.test(reason);
  });
}
