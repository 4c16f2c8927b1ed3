import { wireArgsText, wireSafe } from '@sluice/core';
import {
  placeholder,
  type PlainCall,
  type PlainMessage,
  type PlainPart,
  type View,
} from '@sluice/core';
import { RequestError } from '../errors.ts';
import type { ClientRequest } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { customInput } from '../shared/wire.ts';
import { withReasoning } from './reasoning.ts';
import { choiceAmong } from './tool-choice.ts';
import { renderTool } from './tools.ts';

type Wire = Readonly<Record<string, unknown>>;
type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;
type AssistantMessage = Extract<PlainMessage, { readonly role: 'assistant' }>;
type Custom = Pick<ClientRequest, 'custom'>;

/**
 * The upstream's request for a view. It keeps no state there, and asks for reasoning in the form in
 * which it can be sent again wherever the client configured reasoning or asked for that form.
 */
export function renderRequest(
  request: ClientRequest,
  view: View,
  { stream, model }: { readonly stream: boolean; readonly model: string },
): Wire {
  const { tool_choice, parallel_tool_calls, include, tools: _, ...inert } = request.params;
  const choice = choiceAmong(tool_choice, new Set(view.tools.map(({ name }) => name)));
  const reasons = include !== undefined || request.params['reasoning'] !== undefined;
  return {
    ...inert,
    model,
    input: view.messages.flatMap((message) => renderMessage(message, request)),
    ...(view.tools.length > 0 && {
      tools: view.tools.map((tool) => renderTool(tool, request)),
      ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(reasons && { include: ['reasoning.encrypted_content'] }),
    store: false,
    stream,
  };
}

/** A message of a view as items. Ids of calls are passed on as they stand in it. */
function renderMessage(message: PlainMessage, request: Custom): readonly Wire[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ type: 'message', role: message.role, content: contentOf(message.parts) }];
    case 'assistant':
      return assistantItems(message, request);
    case 'tool':
      return [
        {
          type: request.custom.has(message.tool)
            ? 'custom_tool_call_output'
            : 'function_call_output',
          call_id: message.callId,
          output: contentOf(message.parts),
        },
      ];
  }
}

function assistantItems(message: AssistantMessage, request: Custom): readonly Wire[] {
  const { text, reasoning } = message;
  const calls = message.calls.map((call) => renderCall(call, request));
  const replayed = withReasoning(reasoning, { text, renderText: renderSaid, calls });
  if (replayed !== undefined) return replayed;
  const says = text !== '' || calls.length === 0;
  return [...(says ? [renderSaid(text, undefined)] : []), ...calls];
}

function renderSaid(text: string, phase: string | undefined): Wire {
  const content = [{ type: 'output_text', text }];
  return { type: 'message', role: 'assistant', content, ...(phase !== undefined && { phase }) };
}

function renderCall({ id, tool, args }: PlainCall, { custom }: Custom): Wire {
  const common = { call_id: id, name: wireSafe(tool) };
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
function mediumOf({ data }: OpaquePart): Wire {
  if (isRecord(data) && (data['type'] === 'input_image' || data['type'] === 'input_file')) {
    return data;
  }
  throw new RequestError('unsupported_part', 'a message holds a part of another protocol', {
    hint: 'send images and files as parts of the Responses protocol',
  });
}
