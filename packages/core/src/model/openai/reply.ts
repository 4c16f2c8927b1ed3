import type OpenAI from 'openai';
import { type ModelReply, type Usage, PartialReply } from '../chat-model.ts';

type WireCallDelta = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall;

/** A whole completion, or `undefined` where it holds no choice. A refusal is text as any other. */
export function readCompletion(completion: OpenAI.ChatCompletion): ModelReply | undefined {
  // A server that only claims the protocol may leave out what the type promises.
  const choice = completion.choices?.[0];
  if (choice?.message === undefined) return undefined;
  const reply = new PartialReply();
  reply.addText(choice.message.content ?? '');
  reply.addText(choice.message.refusal ?? '');
  for (const call of choice.message.tool_calls ?? []) {
    if (call.type === 'function') reply.addCall(call.function.name, call.function.arguments);
    else reply.addCall(call.custom.name, call.custom.input);
  }
  reply.complete = isComplete(choice.finish_reason);
  reply.usage = usageOf(completion.usage);
  return reply.toReply();
}

/** Puts the chunks of a stream together. */
export class OpenAiStreamReader {
  begun = false;
  readonly #reply: PartialReply;
  readonly #open = new Map<
    number,
    { id: string | undefined; call: { tool: string; args: string } }
  >();

  constructor(onText: (delta: string) => void) {
    this.#reply = new PartialReply(onText);
  }

  read(chunk: OpenAI.ChatCompletionChunk): void {
    this.begun = true;
    this.#reply.usage = usageOf(chunk.usage) ?? this.#reply.usage;
    const choice = chunk.choices?.[0];
    if (choice === undefined) return;
    if (choice.finish_reason) this.#reply.complete = isComplete(choice.finish_reason);
    for (const delta of choice.delta?.tool_calls ?? []) this.#readCall(delta);
    this.#reply.addText(choice.delta?.content ?? '');
    this.#reply.addText(choice.delta?.refusal ?? '');
  }

  toReply(): ModelReply {
    return this.#reply.toReply();
  }

  /** Some servers give every parallel call index 0; a new id then tells them apart. */
  #readCall(delta: WireCallDelta): void {
    const id = delta.id === '' ? undefined : delta.id;
    let entry = this.#open.get(delta.index ?? 0);
    if (entry === undefined || (id !== undefined && entry.id !== undefined && id !== entry.id)) {
      entry = { id, call: this.#reply.addCall('') };
      this.#open.set(delta.index ?? 0, entry);
    }
    entry.call.tool += delta.function?.name ?? delta.custom?.name ?? '';
    entry.call.args += delta.function?.arguments ?? delta.custom?.input ?? '';
  }
}

/** Anything but a proper end is a reply that stopped in the middle, unknown reasons included. */
function isComplete(reason: string | null): boolean {
  return reason === 'stop' || reason === 'tool_calls' || reason === 'function_call';
}

function usageOf(usage: OpenAI.CompletionUsage | null | undefined): Usage | undefined {
  if (!usage) return undefined;
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
}
