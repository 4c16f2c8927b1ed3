import type { AgentInputItem, AgentOutputItem, protocol } from '@openai/agents';
import type { PlainCall, PlainMessage, PlainPart } from '../../history/plain.ts';
import { type ModelReply, PartialReply } from '../../model/chat-model.ts';
import { wireArgsText } from '../../model/wire.ts';
import { unsupported } from '../shared/errors.ts';

type ResultOutput = protocol.FunctionCallResultItem['output'];
type UserContent = Exclude<protocol.UserMessageItem['content'], string>[number];
type AssistantContent = protocol.AssistantMessageItem['content'][number];
type StructuredOutput = Extract<ResultOutput, readonly unknown[]>[number];

/** The Agents SDK's items as plain messages. Reasoning is left out: it belongs to no view. */
export function transcriptOf(input: string | readonly AgentInputItem[]): readonly PlainMessage[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [text(input)] }];
  const messages: PlainMessage[] = [];
  for (const item of input) addItem(messages, item);
  return messages;
}

/** A view's messages as the Agents SDK's items. */
export function itemsOf(messages: readonly PlainMessage[]): AgentInputItem[] {
  return messages.flatMap(messageItems);
}

/** A reply as the SDK's items: the text first, then the calls. */
export function outputOf({
  text: said,
  calls,
}: {
  readonly text: string;
  readonly calls: readonly PlainCall[];
}): (protocol.AssistantMessageItem | protocol.FunctionCallItem)[] {
  const content: AssistantContent[] = [{ type: 'output_text', text: said }];
  return [
    ...(said === '' && calls.length > 0
      ? []
      : [{ type: 'message', role: 'assistant', status: 'completed', content } as const]),
    ...calls.map(({ id, tool, args }) => {
      return { type: 'function_call', callId: id, name: tool, arguments: args } as const;
    }),
  ];
}

/** Reads a reply of the SDK. Throws `tools-invalid` for what the guard cannot label. */
export function replyOf(output: readonly AgentOutputItem[]): ModelReply {
  const reply = new PartialReply();
  reply.complete = true;
  for (const item of output) addOutput(reply, item);
  return reply.toReply();
}

function addItem(messages: PlainMessage[], item: AgentInputItem): void {
  if (item.type === 'function_call') {
    const call = { id: item.callId, tool: item.name, args: item.arguments };
    const last = messages.at(-1);
    if (last?.role !== 'assistant') messages.push({ role: 'assistant', text: '', calls: [call] });
    else messages.splice(-1, 1, { ...last, calls: [...last.calls, call] });
  } else if (item.type === 'function_call_result') {
    const { callId, name: tool, output } = item;
    messages.push({ role: 'tool', callId, tool, parts: partsOf(output) });
  } else if (item.type === 'message' || item.type === undefined) {
    messages.push(plainMessage(item));
  } else if (item.type !== 'reasoning') {
    throw unsupported(`an item of type \`${item.type}\``);
  }
}

function plainMessage(item: protocol.MessageItem): PlainMessage {
  switch (item.role) {
    case 'system':
      return { role: 'system', parts: [text(item.content)] };
    case 'user':
      return {
        role: 'user',
        parts: typeof item.content === 'string' ? [text(item.content)] : item.content.map(userPart),
      };
    case 'assistant':
      return { role: 'assistant', text: item.content.map(saidIn).join(''), calls: [] };
  }
}

function saidIn(content: AssistantContent): string {
  if (content.type === 'output_text') return content.text;
  return content.type === 'refusal' ? content.refusal : '';
}

function userPart(content: UserContent): PlainPart {
  return content.type === 'input_text' ? text(content.text) : opaque(content);
}

/** A tool's result as the model will read it. */
function partsOf(output: ResultOutput): readonly PlainPart[] {
  if (typeof output === 'string') return [text(output)];
  const items = Array.isArray(output) ? output : [output];
  return items.map((item) =>
    item.type === 'text' || item.type === 'input_text' ? text(item.text) : opaque(item),
  );
}

function messageItems(message: PlainMessage): AgentInputItem[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'message', role: 'system', content: message.parts.map(textIn).join('') }];
    case 'user':
      return [{ type: 'message', role: 'user', content: message.parts.map(userContent) }];
    case 'assistant':
      return outputOf({
        text: message.text,
        calls: message.calls.map((call) => ({ ...call, args: wireArgsText(call.args) })),
      });
    case 'tool':
      return [
        {
          type: 'function_call_result',
          callId: message.callId,
          name: message.tool,
          status: message.failed === true ? 'incomplete' : 'completed',
          output: resultOf(message.parts),
        },
      ];
  }
}

function resultOf(parts: readonly PlainPart[]): ResultOutput {
  const [first, ...rest] = parts;
  if (first?.kind === 'text' && rest.length === 0) return first.text;
  if (first?.kind === 'opaque' && rest.length === 0 && isResult(first.data)) return first.data;
  return parts.map((part) => {
    if (part.kind === 'text') return { type: 'input_text', text: part.text };
    if (isStructured(part.data)) return part.data;
    throw unsupported('several parts in one tool result');
  });
}

function userContent(part: PlainPart): UserContent {
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  if (isUserContent(part.data)) return part.data;
  throw unsupported('a part that did not come from the Agents SDK');
}

function addOutput(reply: PartialReply, item: AgentOutputItem): void {
  if (item.type === 'reasoning') return;
  if (item.type === 'function_call') {
    reply.addCall(item.name, item.arguments);
  } else if ((item.type === 'message' || item.type === undefined) && item.role === 'assistant') {
    reply.addText(item.content.map(saidIn).join(''));
  } else {
    throw unsupported(`a reply that holds an item of type \`${item.type ?? item.role}\``);
  }
  if (item.status === 'incomplete') reply.complete = false;
}

function opaque(data: { readonly type: string }): PlainPart {
  return { kind: 'opaque', mediaType: data.type.replace('input_', ''), data };
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
}

function isUserContent(data: unknown): data is UserContent {
  return ['input_image', 'input_file', 'audio'].some((type) => type === typeOf(data));
}

function isStructured(data: unknown): data is StructuredOutput {
  return ['input_image', 'input_file'].some((type) => type === typeOf(data));
}

function isResult(data: unknown): data is Exclude<ResultOutput, string | readonly unknown[]> {
  return ['image', 'file'].some((type) => type === typeOf(data));
}

function text(value: string): PlainPart {
  return { kind: 'text', text: value };
}

function textIn(part: PlainPart): string {
  return part.kind === 'text' ? part.text : '';
}
