import type Anthropic from '@anthropic-ai/sdk';
import type { PlainMessage, PlainPart, PlainTool } from '../../history/plain.ts';
import type { ModelRequest } from '../chat-model.ts';
import { mediaOf, unsupportedPart } from '../media.ts';
import type { RequestContext } from '../openai/request.ts';
import { wireArgs, type WireNames } from '../wire.ts';

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;
type Block = Anthropic.ContentBlockParam;
type ResultBlock =
  | Anthropic.TextBlockParam
  | Anthropic.ImageBlockParam
  | Anthropic.DocumentBlockParam;
type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
}

/** Fields of a request that are not the view. */
export type AnthropicParams = Partial<
  Omit<
    Anthropic.MessageCreateParams,
    | 'messages'
    | 'model'
    | 'system'
    | 'tools'
    | 'tool_choice'
    | 'stream'
    | 'max_tokens'
    | 'container'
  >
>;

/** The view in the words of the Messages protocol. */
export function anthropicRequest(
  { view, mustCall }: ModelRequest,
  { name, model, params, names }: RequestContext<AnthropicParams & { readonly max_tokens: number }>,
): Body {
  const system = view.messages.flatMap((message) =>
    message.role === 'system' ? textBlocks(name, message.parts) : [],
  );
  return {
    ...params,
    model,
    messages: turnsOf(name, view.messages, names),
    ...(system.length > 0 && { system }),
    ...(view.tools.length > 0 && { tools: view.tools.map((tool) => toolOf(tool, names)) }),
    ...(mustCall !== undefined && {
      tool_choice: { type: 'tool', name: names.toWire(mustCall) },
    }),
  };
}

/**
 * Turns alternate: what follows each other on one side becomes one turn, so that the results of
 * parallel calls stand together in the user turn that the protocol wants right after the calls.
 */
function turnsOf(name: string, messages: readonly PlainMessage[], names: WireNames): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(name, message, names);
    if (blocks.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return turns;
}

function blocksOf(name: string, message: PlainMessage, names: WireNames): Block[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return contentOf(name, message.parts);
    case 'assistant':
      return [
        ...textBlock(message.text),
        ...message.calls.map(({ id, tool, args }): Block => ({
          type: 'tool_use',
          id,
          name: names.toWire(tool),
          input: wireArgs(args),
        })),
      ];
    case 'tool': {
      const content = contentOf(name, message.parts);
      // The protocol refuses an error that says nothing.
      const failed = message.failed === true && content.length > 0;
      const result = { type: 'tool_result', tool_use_id: message.callId, content } as const;
      return [{ ...result, ...(failed && { is_error: true }) }];
    }
  }
}

function contentOf(name: string, parts: readonly PlainPart[]): ResultBlock[] {
  return parts.flatMap((part) =>
    part.kind === 'text' ? textBlock(part.text) : [opaqueOf(name, part)],
  );
}

function textBlocks(name: string, parts: readonly PlainPart[]): Anthropic.TextBlockParam[] {
  return parts.flatMap((part) => {
    if (part.kind === 'opaque') throw unsupportedPart(name, part);
    return textBlock(part.text);
  });
}

/** The protocol refuses empty text blocks. */
function textBlock(text: string): Anthropic.TextBlockParam[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function opaqueOf(name: string, part: OpaquePart): ResultBlock {
  const media = mediaOf(name, part);
  const { mediaType } = part;
  if (mediaType === 'application/pdf') {
    return media.kind === 'url'
      ? { type: 'document', source: { type: 'url', url: media.url } }
      : {
          type: 'document',
          source: { type: 'base64', media_type: mediaType, data: media.base64 },
        };
  }
  if (!isImageType(mediaType)) throw unsupportedPart(name, part);
  return media.kind === 'url'
    ? { type: 'image', source: { type: 'url', url: media.url } }
    : { type: 'image', source: { type: 'base64', media_type: mediaType, data: media.base64 } };
}

function isImageType(mediaType: string): mediaType is Anthropic.Base64ImageSource['media_type'] {
  return /^image\/(jpeg|png|gif|webp)$/.test(mediaType);
}

function toolOf(tool: PlainTool, names: WireNames): Anthropic.Tool {
  return {
    name: names.toWire(tool.name),
    description: tool.description,
    input_schema: { type: 'object', ...tool.parameters },
  };
}
