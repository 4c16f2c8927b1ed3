import { wireArgsText, wireSafe } from '@sluice/core';
import {
  placeholder,
  type PlainCall,
  type PlainMessage,
  type PlainPart,
  type View,
} from '@sluice/core';
import { RequestError } from '../../errors.ts';
import type { ClientRequest, RenderOptions } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import { unknownBlock, unknownItem } from '../../shared/unknown.ts';
import { hostedTools } from '../../shared/declared.ts';
import { customInput } from '../../shared/wire.ts';
import { included, includes } from '../included.ts';
import { withReasoning } from '../answer/reasoning.ts';
import { declaredAmong, writtenCall, writtenResult } from '../client-tools.ts';
import { split } from '../names.ts';
import { choiceAmong, hostedChoice } from './choice.ts';
import { renderTools } from './tools.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;
type AssistantMessage = Extract<PlainMessage, { readonly role: 'assistant' }>;
type PromptMessage = Extract<PlainMessage, { readonly role: 'system' | 'user' }>;
type ToolMessage = Extract<PlainMessage, { readonly role: 'tool' }>;
type Custom = Pick<ClientRequest, 'custom' | 'tools'>;

/**
 * The upstream's request for a view. It keeps no state there, and asks for reasoning in the form in
 * which it can be sent again wherever the client configured reasoning or asked for that form.
 */
export function renderRequest(
  request: ClientRequest,
  view: View,
  { stream, model, offered = [] }: RenderOptions,
): JsonObject {
  const { tool_choice, parallel_tool_calls, include: _i, tools: _t, ...inert } = request.params;
  const shown = [...view.tools.map(({ name }) => name), ...offered.map(hostedChoice)];
  const choice = choiceAmong(tool_choice, new Set(shown));
  const hosted = hostedTools(request, offered);
  const include = includeOf(request, hosted.length > 0);
  return {
    ...inert,
    model,
    input: view.messages.flatMap((message) => renderMessage(message, request)),
    ...(shown.length > 0 && {
      tools: [...renderTools(view.tools, request), ...hosted],
      ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(include.length > 0 && { include }),
    store: false,
    stream,
  };
}

/** Reasoning is asked for in the form in which it can be sent again. */
function includeOf(request: ClientRequest, searches: boolean): readonly string[] {
  const reasons = includes(request, 'encrypted') || request.params['reasoning'] !== undefined;
  const sources = searches && includes(request, 'sources');
  return [...(reasons ? [included.encrypted] : []), ...(sources ? [included.sources] : [])];
}

/** A message of a view as items. Ids of calls are passed on as they stand in it. */
function renderMessage(message: PlainMessage, request: Custom): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return promptItems(message);
    case 'assistant':
      return assistantItems(message, request);
    case 'tool':
      return [resultItem(message, request)];
  }
}

/** An item of a type that nobody knows stands as one, as it came. */
function promptItems({ role, parts }: PromptMessage): readonly JsonObject[] {
  const items = parts.flatMap((part) =>
    part.kind === 'opaque' && part.mediaType === unknownItem && isRecord(part.data)
      ? [part.data]
      : [],
  );
  const said = parts.filter((part) => part.kind === 'text' || part.mediaType !== unknownItem);
  if (items.length > 0 && said.length === 0) return items;
  return [...items, { type: 'message', role, content: contentOf(said) }];
}

/** The result of a custom tool has no mark in this protocol. */
function resultItem(
  { callId, tool, parts, failed }: ToolMessage,
  { custom, tools }: Custom,
): JsonObject {
  const clientTool = declaredAmong(tool, tools);
  if (clientTool !== undefined) return writtenResult(clientTool, { callId, parts, failed });
  const result = { call_id: callId, output: contentOf(parts) };
  if (custom.has(tool)) return { type: 'custom_tool_call_output', ...result };
  const status = failed === true ? { status: 'incomplete' } : {};
  return { type: 'function_call_output', ...result, ...status };
}

function assistantItems(message: AssistantMessage, request: Custom): readonly JsonObject[] {
  const { text, reasoning } = message;
  const calls = message.calls.map((call) => renderCall(call, request));
  const replayed = withReasoning(reasoning, { text, renderText: renderSaid, calls });
  if (replayed !== undefined) return replayed;
  const says = text !== '' || calls.length === 0;
  return [...(says ? [renderSaid(text, undefined)] : []), ...calls];
}

function renderSaid(text: string, phase: string | undefined): JsonObject {
  const content = [{ type: 'output_text', text }];
  return { type: 'message', role: 'assistant', content, ...(phase !== undefined && { phase }) };
}

function renderCall({ id, tool, args }: PlainCall, { custom, tools }: Custom): JsonObject {
  const clientTool = declaredAmong(tool, tools);
  if (clientTool !== undefined) {
    return { ...writtenCall(clientTool, args), call_id: id, status: 'completed' };
  }
  const { name, ...grouped } = split(tool);
  const common = { call_id: id, name: wireSafe(name), ...grouped };
  return custom.has(tool)
    ? { type: 'custom_tool_call', ...common, input: customInput(args, placeholder) }
    : { type: 'function_call', ...common, arguments: wireArgsText(args) };
}

function contentOf(parts: readonly PlainPart[]): string | readonly unknown[] {
  const [first, ...rest] = parts;
  if (first === undefined) return '';
  if (first.kind === 'text' && rest.length === 0) return first.text;
  return parts.map((part) =>
    part.kind === 'text' ? { type: 'input_text', text: part.text } : mediumOf(part),
  );
}

/** An opaque part is the client's own, as `read` rebuilt it. */
function mediumOf({ data, mediaType }: OpaquePart): JsonObject {
  const isOurs =
    isRecord(data) && (data['type'] === 'input_image' || data['type'] === 'input_file');
  if (isRecord(data) && (isOurs || mediaType === unknownBlock)) return data;
  throw new RequestError('unsupported_part', 'a message holds a part of another protocol', {
    hint: 'send images and files as parts of the Responses protocol',
  });
}
