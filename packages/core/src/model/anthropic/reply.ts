import type Anthropic from '@anthropic-ai/sdk';
import { parseJson } from '../../history/json/json.ts';
import { isRecord } from '../../history/document.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { type ModelReply, type Usage, PartialReply } from '../chat-model.ts';

/**
 * Reasoning is left out. Any other block is the work of a tool that the provider ran on its own:
 * what it found has no label, so the reply cannot be used.
 */
const known: ReadonlySet<string> = new Set(['text', 'tool_use', 'thinking', 'redacted_thinking']);

/**
 * A whole message, or `undefined` where it is not made of text, calls and reasoning. Arguments keep
 * their text.
 */
export function readMessage(text: string): ModelReply | undefined {
  const read = parseJson(text);
  if (read.kind === 'unreadable') return undefined;
  const message: unknown = JSON.parse(text);
  if (!isMessage(message) || message.content.some(({ type }) => !known.has(type))) return undefined;
  const reply = new PartialReply();
  const blocks = memberNode(read.root, 'content')?.children ?? [];
  for (const [index, block] of message.content.entries()) {
    if (block.type === 'text') reply.addText(block.text);
    if (block.type !== 'tool_use') continue;
    const input = memberNode(blocks[index], 'input');
    const hasInput = input !== undefined && input.value !== null;
    reply.addCall(block.name, hasInput ? text.slice(input.start, input.end) : '{}');
  }
  reply.complete = isComplete(message.stop_reason);
  reply.usage = usageOf(message.usage);
  return reply.toReply();
}

/** A server that only claims the protocol may leave out what the type promises. */
function isMessage(value: unknown): value is Anthropic.Message {
  return isRecord(value) && Array.isArray(value['content']) && value['content'].every(isRecord);
}

function memberNode(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  return node?.children.find((child) => child.key === key);
}

/** Puts the events of a stream together. */
export class AnthropicStreamReader {
  begun = false;
  /** True after a block that the provider's own tool made. */
  foreign = false;
  readonly #reply: PartialReply;
  readonly #open = new Map<number, { tool: string; args: string }>();

  constructor(onText: (delta: string) => void) {
    this.#reply = new PartialReply(onText);
  }

  read(event: Anthropic.RawMessageStreamEvent): void {
    this.begun = true;
    switch (event.type) {
      case 'message_start':
        this.#reply.usage = usageOf(event.message.usage);
        return;
      case 'content_block_start':
        this.#readStart(event);
        return;
      case 'content_block_delta':
        this.#readDelta(event);
        return;
      case 'content_block_stop':
        this.#readStop(event.index);
        return;
      case 'message_delta':
        this.#reply.complete = isComplete(event.delta.stop_reason);
        this.#readUsage(event.usage);
        return;
      case 'message_stop':
        return;
    }
  }

  toReply(): ModelReply {
    return this.#reply.toReply();
  }

  #readStart({ index, content_block: block }: Anthropic.RawContentBlockStartEvent): void {
    if (!known.has(block.type)) this.foreign = true;
    if (block.type === 'text') this.#reply.addText(block.text);
    if (block.type === 'tool_use') this.#open.set(index, this.#reply.addCall(block.name));
  }

  #readDelta({ index, delta }: Anthropic.RawContentBlockDeltaEvent): void {
    if (delta.type === 'text_delta') this.#reply.addText(delta.text);
    const call = this.#open.get(index);
    if (call !== undefined && delta.type === 'input_json_delta') call.args += delta.partial_json;
  }

  /** A call without arguments streams no JSON at all; one that never stops stays half a call. */
  #readStop(index: number): void {
    const call = this.#open.get(index);
    if (call?.args === '') call.args = '{}';
  }

  #readUsage(usage: Anthropic.MessageDeltaUsage): void {
    const begun = this.#reply.usage ?? { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
    this.#reply.usage = { ...begun, outputTokens: usage.output_tokens };
  }
}

/** Anything but a proper end is a reply that stopped in the middle, unknown reasons included. */
function isComplete(reason: string | null): boolean {
  return reason === 'end_turn' || reason === 'tool_use' || reason === 'stop_sequence';
}

/** Cached tokens are counted apart by the provider; here they are part of the input. */
function usageOf(usage: Anthropic.Usage | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const read = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + read + written,
    outputTokens: usage.output_tokens,
    cachedInputTokens: read,
  };
}
