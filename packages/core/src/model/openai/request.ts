import type OpenAI from 'openai';
import type { PlainMessage, PlainPart, PlainTool } from '../../history/plain.ts';
import { textOf, type ModelRequest } from '../chat-model.ts';
import { mediaOf, mediaUrl, unsupportedPart } from '../media.ts';
import { wireArgsText, type WireNames } from '../wire.ts';

type Params = OpenAI.ChatCompletionCreateParams;
type Body = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream' | 'stream_options'>;
type WireMessage = OpenAI.ChatCompletionMessageParam;
type WirePart = OpenAI.ChatCompletionContentPart;
type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;

/**
 * Fields of a request that are not the view. `n` is missing, for there is one reply, and so is the
 * provider's own search: what it finds would reach the reply without a label.
 */
export type OpenAiParams = Partial<
  Omit<
    Params,
    | 'messages'
    | 'model'
    | 'tools'
    | 'tool_choice'
    | 'stream'
    | 'stream_options'
    | 'n'
    | 'web_search_options'
  >
>;

export interface RequestContext<Extra> {
  readonly name: string;
  readonly model: string;
  readonly params: Extra;
  readonly names: WireNames;
}

/** The view in the words of Chat Completions. */
export function openAiRequest(
  { view, mustCall }: ModelRequest,
  { name, model, params, names }: RequestContext<OpenAiParams | undefined>,
): Body {
  return {
    ...params,
    model,
    messages: messagesOf(name, view.messages, names),
    ...(view.tools.length > 0 && { tools: view.tools.map((tool) => toolOf(tool, names)) }),
    ...(mustCall !== undefined && {
      tool_choice: { type: 'function', function: { name: names.toWire(mustCall) } },
    }),
  };
}

/**
 * Tool messages hold text alone in this protocol, and must follow their calls at once: what else
 * the results of one step hold is shown in a user message after the last of them.
 */
function messagesOf(
  name: string,
  messages: readonly PlainMessage[],
  names: WireNames,
): WireMessage[] {
  const wire: WireMessage[] = [];
  let attached: WirePart[] = [];
  const flush = (): void => {
    if (attached.length > 0) wire.push({ role: 'user', content: attached });
    attached = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    wire.push(messageOf(name, message, names));
    if (message.role === 'tool') attached.push(...attachmentsOf(name, message));
  }
  flush();
  return wire;
}

function messageOf(name: string, message: PlainMessage, names: WireNames): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: textAlone(name, message.parts) };
    case 'user':
      return { role: 'user', content: userContent(name, message.parts) };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text === '' && message.calls.length > 0 ? null : message.text,
        ...(message.calls.length > 0 && {
          tool_calls: message.calls.map(({ id, tool, args }) => ({
            id,
            type: 'function',
            function: { name: names.toWire(tool), arguments: wireArgsText(args) },
          })),
        }),
      };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: textOf(message.parts) };
  }
}

function userContent(name: string, parts: readonly PlainPart[]): string | WirePart[] {
  const [first, ...rest] = parts;
  if (first?.kind === 'text' && rest.length === 0) return first.text;
  return parts.map((part) =>
    part.kind === 'text' ? { type: 'text', text: part.text } : opaqueOf(name, part),
  );
}

function textAlone(name: string, parts: readonly PlainPart[]): string {
  const opaque = parts.find((part) => part.kind === 'opaque');
  if (opaque !== undefined) throw unsupportedPart(name, opaque);
  return textOf(parts);
}

function attachmentsOf(
  name: string,
  message: Extract<PlainMessage, { readonly role: 'tool' }>,
): WirePart[] {
  const opaque = message.parts.filter((part) => part.kind === 'opaque');
  if (opaque.length === 0) return [];
  const note = `Attached to the result of tool call ${message.callId}:`;
  return [{ type: 'text', text: note }, ...opaque.map((part) => opaqueOf(name, part))];
}

function opaqueOf(name: string, part: OpaquePart): WirePart {
  const { mediaType } = part;
  if (mediaType.startsWith('image/')) {
    return { type: 'image_url', image_url: { url: mediaUrl(mediaOf(name, part), mediaType) } };
  }
  const media = mediaType === 'application/pdf' ? mediaOf(name, part) : undefined;
  if (media?.kind !== 'base64') throw unsupportedPart(name, part);
  const file = { filename: 'file.pdf', file_data: mediaUrl(media, mediaType) };
  return { type: 'file', file };
}

function toolOf(tool: PlainTool, names: WireNames): OpenAI.ChatCompletionFunctionTool {
  const { name, description, parameters } = tool;
  return {
    type: 'function',
    function: { name: names.toWire(name), description, parameters: { ...parameters } },
  };
}
