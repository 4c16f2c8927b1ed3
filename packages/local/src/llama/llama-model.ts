import type { ChatModel, GenerateOptions, ModelReply, ModelRequest, PlainTool } from '@sluice/core';
import type { LlamaGrammarEvaluationState, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { encodePrompt } from '../port/prompt.ts';
import { batchesOf, evaluationStart } from './batches.ts';
import type { PromptOptions } from './template/chat-template.ts';
import type { Lane } from './lane.ts';
import { lazily } from './lazily.ts';
import { emptyPrompt, failed } from './llama-errors.ts';
import { llamaLimits } from './llama-limits.ts';
import type { OpenedLlama } from './open-llama.ts';
import { loadLlamaPeer } from './peer.ts';
import { replyGrammar, type ReplyShape } from './reply/reply-grammar.ts';
import { ReplyReader } from './reply/reply-reader.ts';
import { asTokens } from './tokens.ts';

export interface LlamaModelOptions extends PromptOptions {
  /** The name by which a policy's clearances know it. Default: `llama:MODEL`. */
  readonly name?: string | undefined;
  /** The most of one reply; one that reaches it is `truncated`. */
  readonly outputTokensMax?: number | undefined;
  /** Default: the most probable token each time, which is the same each time. */
  readonly sampling?: { readonly temperature: number; readonly seed: number } | undefined;
}

/**
 * A local model that answers and calls tools. Where tools are declared, a grammar made of their
 * schemas leaves it nothing but an answer or well-formed calls. `generate` throws `aborted`,
 * `limit-exceeded` (the view has no room), `tools-invalid` (a schema that no grammar is made of),
 * `weights-invalid` (a chat template that does not end) and `model-failed`.
 */
export function llamaModel(llama: OpenedLlama, options: LlamaModelOptions = {}): ChatModel {
  const lane = lazily(() => llama.lane());
  return {
    name: options.name ?? `llama:${llama.model}`,
    generate: async (request, { signal, onText }) => {
      const shape: ReplyShape = { tools: request.view.tools, mustCall: request.mustCall };
      const work: Generation = {
        llama,
        options,
        lane: await lane(),
        tools: request.view.tools,
        prompt: promptTokens(llama, request, options),
        grammar: await grammarState(llama, shape),
      };
      return work.lane.run(() => generate(work, { signal, onText }), signal);
    },
  };
}

function promptTokens(llama: OpenedLlama, { view }: ModelRequest, cut: PromptOptions): Token[] {
  const { tokens } = encodePrompt(llama.tokenizer, llama.template.prompt(view, cut));
  if (tokens.length === 0) throw emptyPrompt(llama.model);
  return asTokens(tokens);
}

async function grammarState(
  { native, model }: OpenedLlama,
  shape: ReplyShape,
): Promise<LlamaGrammarEvaluationState | undefined> {
  const grammar = replyGrammar(shape);
  if (grammar === undefined) return undefined;
  const { LlamaGrammarEvaluationState } = await loadLlamaPeer();
  try {
    const compiled = await native.llama.createGrammar({ grammar });
    return new LlamaGrammarEvaluationState({ model: native, grammar: compiled });
  } catch {
    throw failed(model, 'cannot follow the schemas of the tools', 'declare fewer or simpler tools');
  }
}

interface Generation {
  readonly llama: OpenedLlama;
  readonly options: LlamaModelOptions;
  readonly lane: Lane;
  readonly tools: readonly PlainTool[];
  readonly prompt: readonly Token[];
  readonly grammar: LlamaGrammarEvaluationState | undefined;
}

async function generate(
  work: Generation,
  { signal, onText }: GenerateOptions,
): Promise<ModelReply> {
  const { llama, lane, prompt, tools, grammar } = work;
  // Room for one token at least: a reply that cannot begin is an error, not a reply cut off.
  lane.checkRoom(prompt.length + 1);
  const kept = await readPrompt(work, signal);
  const { stop: ending } = llama.template;
  const shown = { tools: grammar ? tools : [], onText, stop: ending };
  const reader = new ReplyReader({ model: llama.native, ...shown });
  const stop = await write(work, reader, signal);
  const usage = {
    inputTokens: prompt.length,
    outputTokens: reader.tokens,
    cachedInputTokens: kept,
  };
  return { ...reader.toReply(stop), usage };
}

/** Evaluates all but the prompt's last token, and says how many were there already. */
async function readPrompt({ lane, prompt }: Generation, signal: AbortSignal): Promise<number> {
  const last = prompt.length - 1;
  const kept = evaluationStart(lane.shared(prompt, last), last);
  await lane.keep(kept);
  for (const { start, end } of batchesOf({ from: kept, asked: last, end: last, mayStop: false })) {
    lane.checkSignal(signal);
    await lane.evaluate(prompt.slice(start, end), []);
  }
  return kept;
}

async function write(
  work: Generation,
  reader: ReplyReader,
  signal: AbortSignal,
): Promise<ModelReply['stop']> {
  const { llama, lane, prompt, options } = work;
  const last = prompt.length - 1;
  const room = llama.contextTokensMax - prompt.length;
  const most = Math.min(options.outputTokensMax ?? llamaLimits.outputTokensMax, room);
  try {
    for await (const token of lane.sequence.evaluate(prompt.slice(last), samplingOf(work))) {
      lane.checkSignal(signal);
      if (llama.native.isEogToken(token)) return 'complete';
      reader.add(token);
      if (reader.isEnded) return 'complete';
      if (reader.tokens >= most) break;
    }
    return 'truncated';
  } finally {
    // Generated tokens came one by one, and are computed otherwise as part of a prompt: they are
    // read again then, so that a reply is a function of its prompt, whatever was asked before.
    await lane.keep(last);
  }
}

function samplingOf({ options, grammar }: Generation): SequenceEvaluateOptions {
  return {
    ...(options.sampling ?? { temperature: 0 }),
    ...(grammar && { grammarEvaluationState: grammar }),
    yieldEogToken: true,
  };
}
