import {
  placeholder,
  type PlainCall,
  type PlainMessage,
  type PlainPart,
  type PlainTool,
  type View,
  wireArgsText,
  wireSafe,
} from '@sluice/core';
import { RequestError } from '../errors.ts';
import type { ClientRequest } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { unsigned } from '../shared/unsigned.ts';
import { customInput } from '../shared/wire.ts';
import { nameMediaType } from './read.ts';
import { callExtras, reasoningFields } from './reasoning.ts';
import { choiceAmong, formatKey } from './tools.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Rendering needs this of a request besides the view: which calls are those of custom tools. */
type Custom = Pick<ClientRequest, 'custom'>;
type Rendered = Pick<ClientRequest, 'custom' | 'model'>;

/** The upstream's request for a view. It keeps no state there, and always asks for usage. */
export function renderRequest(
  request: ClientRequest,
  view: View,
  { stream, model }: { readonly stream: boolean; readonly model: string },
): Readonly<Record<string, unknown>> {
  const { params } = request;
  const { stream_options: options, tool_choice, parallel_tool_calls, tools: _, ...inert } = params;
  const choice = choiceAmong(tool_choice, new Set(view.tools.map(({ name }) => name)));
  return {
    ...inert,
    model,
    messages: view.messages.map((message) => renderMessage(message, request)),
    ...(view.tools.length > 0 && {
      tools: view.tools.map((tool) => renderTool(tool, request)),
      ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    }),
    ...(choice !== undefined && { tool_choice: choice }),
    store: false,
    stream,
    ...(stream && {
      stream_options: { ...(isRecord(options) && options), include_usage: true },
    }),
  };
}

function renderTool(tool: PlainTool, request: ClientRequest): Readonly<Record<string, unknown>> {
  const { name, description, parameters } = tool;
  const common = { name, ...(description !== '' && { description }) };
  if (request.custom.has(name)) {
    const format = parameters[formatKey];
    return { type: 'custom', custom: { ...common, ...(format !== undefined && { format }) } };
  }
  const strict = isStrict(tool, request) ? { strict: true } : {};
  return { type: 'function', function: { ...common, parameters, ...strict } };
}

/** A schema that is hidden is not the one that the provider can hold arguments to. */
function isStrict({ name, parameters }: PlainTool, { params, tools }: ClientRequest): boolean {
  const strict = params['tools'];
  if (!Array.isArray(strict) || !strict.includes(name)) return false;
  const declared = tools.find((tool) => tool.name === name);
  return JSON.stringify(declared?.parameters) === JSON.stringify(parameters);
}

/** One message of a view. Ids of calls are passed on as they stand in it. */
function renderMessage(message: PlainMessage, request: Rendered): JsonObject {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, ...nameOf(message.parts), content: contentOf(message.parts) };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text === '' && message.calls.length > 0 ? null : message.text,
        ...(message.calls.length > 0 && {
          tool_calls: renderCalls(message, request),
        }),
        ...reasoningFields(message.reasoning),
      };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: contentOf(message.parts) };
  }
}

type Said = Extract<PlainMessage, { readonly role: 'assistant' }>;

/** Each with what its server keeps at it; Google refuses calls of its models that have nothing. */
function renderCalls({ calls, reasoning }: Said, request: Rendered): readonly JsonObject[] {
  const extras = callExtras(reasoning);
  const isGoogles = /(?:^|\/)gemini-/i.test(request.model);
  return calls.map((call, index) => {
    const bare = isGoogles && index === 0 ? { google: { thought_signature: unsigned } } : undefined;
    const extra = extras[index] ?? bare;
    const wire = callAs(wireSafe(call.tool), call, request);
    return extra === undefined ? wire : { ...wire, extra_content: extra };
  });
}

/** A call in an answer: the client runs the tool that was decided on, by its own name. */
export function writeCall(call: PlainCall, request: Custom): JsonObject {
  return callAs(call.tool, call, request);
}

function callAs(name: string, { id, tool, args }: PlainCall, { custom }: Custom): JsonObject {
  return custom.has(tool)
    ? { id, type: 'custom', custom: { name, input: customInput(args, placeholder) } }
    : { id, type: 'function', function: { name, arguments: wireArgsText(args) } };
}

function contentOf(parts: readonly PlainPart[]): string | readonly unknown[] {
  const body = parts.filter((part) => !isName(part));
  const [first, ...rest] = body;
  if (first === undefined) return '';
  if (first.kind === 'text' && rest.length === 0) return first.text;
  return body.map((part) =>
    part.kind === 'text' ? { type: 'text', text: part.text } : mediumOf(part),
  );
}

type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;

/** An opaque part is the client's own, as `read` rebuilt it. */
function mediumOf({ data }: OpaquePart): JsonObject {
  if (isRecord(data) && typeof data['type'] === 'string') return data;
  throw new RequestError('unsupported_part', 'a message holds a part of another protocol', {
    hint: 'send images, sound and files as parts of Chat Completions',
  });
}

function nameOf(parts: readonly PlainPart[]): { readonly name?: unknown } {
  const part = parts.find(isName);
  return part?.kind === 'opaque' && isRecord(part.data) ? { name: part.data['name'] } : {};
}

function isName(part: PlainPart): boolean {
  return part.kind === 'opaque' && part.mediaType === nameMediaType;
}
