import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { type ModelReply, type Usage, PartialReply, untilBroken } from '../../model/chat-model.ts';
import type { Replied } from '../shared/guarded-run.ts';
import { unsupported } from '../shared/errors.ts';

/** Reads a reply of the AI SDK. Throws `tools-invalid` for what the guard cannot label. */
export function replyOf({
  content,
  finishReason,
  usage,
}: LanguageModelV4GenerateResult): ModelReply {
  const reply = new PartialReply();
  for (const part of content) addPart(reply, part);
  reply.complete = isComplete(finishReason);
  reply.usage = usageOf(usage);
  return reply.toReply();
}

/** The same from a stream. One that breaks off or never finishes is a truncated reply. */
export async function replyOfStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onText: (delta: string) => void,
): Promise<ModelReply> {
  const reader = new StreamReader(onText);
  let broken: { readonly error: unknown } | undefined;
  for await (const part of untilBroken(stream, (error) => (broken = { error }))) {
    if (part.type === 'error') broken ??= { error: part.error };
    else reader.read(part);
  }
  if (broken !== undefined && !reader.begun) throw broken.error;
  return reader.toReply(broken === undefined);
}

/** The step's reply as the AI SDK's content. */
export function contentOf({ text, calls }: Replied): LanguageModelV4Content[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, tool, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      input: args,
    })),
  ];
}

/** How the step ended and what it cost, in the AI SDK's words. */
export function finishOf({ calls, usage, stop }: Replied): {
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
} {
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  const ended = stop === 'truncated' ? 'length' : 'stop';
  return {
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : ended, raw: undefined },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: inputTokens - cachedInputTokens,
        cacheRead: cachedInputTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
    },
  };
}

class StreamReader {
  begun = false;
  readonly #reply: PartialReply;
  readonly #open: Map<string, { tool: string; args: string }> = new Map();

  constructor(onText: (delta: string) => void) {
    this.#reply = new PartialReply(onText);
  }

  read(part: Exclude<LanguageModelV4StreamPart, { type: 'error' }>): void {
    switch (part.type) {
      case 'text-delta':
        this.#reply.addText(part.delta);
        break;
      case 'tool-input-start':
        this.#open.set(part.id, { tool: part.toolName, args: '' });
        break;
      case 'tool-input-delta':
        this.#append(part.id, part.delta);
        break;
      case 'finish':
        this.#reply.complete = isComplete(part.finishReason);
        this.#reply.usage = usageOf(part.usage);
        break;
      case 'tool-call':
        this.#open.delete(part.toolCallId);
        addPart(this.#reply, part);
        break;
      case 'tool-result':
      case 'tool-approval-request':
      case 'source':
      case 'file':
      case 'custom':
      case 'reasoning-file':
        addPart(this.#reply, part);
        break;
      case 'text-start':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'tool-input-end':
      case 'stream-start':
      case 'response-metadata':
      case 'ping':
      case 'raw':
        return;
    }
    this.begun = true;
  }

  toReply(isWhole: boolean): ModelReply {
    // A call whose input began and never became a call is half a call.
    for (const { tool, args } of this.#open.values()) this.#reply.addCall(tool, args);
    if (!isWhole || this.#open.size > 0) this.#reply.complete = false;
    return this.#reply.toReply();
  }

  #append(id: string, delta: string): void {
    const call = this.#open.get(id);
    if (call !== undefined) call.args += delta;
  }
}

/** Reasoning is dropped; what a provider found or made on its own has no label. */
function addPart(reply: PartialReply, part: LanguageModelV4Content): void {
  switch (part.type) {
    case 'text':
      reply.addText(part.text);
      return;
    case 'tool-call':
      if (part.providerExecuted === true) throw unsupported('a tool that the provider ran');
      reply.addCall(part.toolName, part.input);
      return;
    case 'reasoning':
    case 'reasoning-file':
      return;
    case 'tool-result':
    case 'tool-approval-request':
    case 'source':
      throw unsupported('a tool that the provider ran');
    case 'file':
    case 'custom':
      throw unsupported(`a reply that holds a part of type \`${part.type}\``);
  }
}

function isComplete({ unified }: LanguageModelV4FinishReason): boolean {
  return unified === 'stop' || unified === 'tool-calls';
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
  };
}
