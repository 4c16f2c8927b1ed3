import { SluiceError } from '@sluice/core';
import type { LlamaEmbeddingContext, LlamaModel } from 'node-llama-cpp';
import { openGguf } from '../gguf/read.ts';
import { numberAt, textAt } from '../gguf/value.ts';
import { aborted, closed, emptyPrompt, failed, tooLong } from '../llama/llama-errors.ts';
import { modelNameOf } from '../llama/model-name.ts';
import { openNativeModel } from '../llama/peer.ts';
import { Queue } from '../llama/queue.ts';
import type { Embedder } from '../port/embedder.ts';
import { unitVector } from './unit-vector.ts';

export interface OpenEmbedderOptions {
  /** A GGUF file of an embedding model, such as `all-minilm-l6-v2` of `sluice models list`. */
  readonly path: string;
  /** Default: the name of the file. */
  readonly model?: string | undefined;
  /** Threads of the CPU. */
  readonly threads: number;
}

/** An embedding model in llama.cpp. */
export interface OpenedEmbedder extends Embedder, AsyncDisposable {
  /** The longest text, with the two tokens that stand around it. */
  readonly tokensMax: number;
  /** Calls after this throw `model-failed`. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens an embedding model through node-llama-cpp, on the CPU. Throws `peer-missing`,
 * `file-unreadable`, and `weights-invalid` for models that were not made for embeddings. Its
 * `embed` throws `limit-exceeded` (a text is never cut), `model-failed` and `aborted`.
 */
export async function openEmbedder(options: OpenEmbedderOptions): Promise<OpenedEmbedder> {
  const { path, model: name = modelNameOf(path), threads } = options;
  const tokensMax = checkedTokensMax(path);
  const native = await openNativeModel({ path, vocabularyOnly: false });
  const context = await contextOf(native, { name, threads, tokensMax });
  const queue = new Queue();
  const embedded = async (text: string): Promise<Float32Array> => {
    if (context.disposed) throw closed(name);
    const tokens = context.calculateInputLength(text);
    if (tokens > tokensMax) throw tooLong(name, tokens, tokensMax);
    const vector = unitVector((await vectorOf(context, text, name)).vector);
    if (vector !== undefined) return vector;
    throw failed(name, 'gave no vector', 'take weights that are made for embeddings');
  };
  const dispose = async (): Promise<void> => {
    await context.dispose();
    await native.dispose();
  };
  return {
    model: name,
    tokensMax,
    embed: async (text, { signal }) => {
      if (text.trim() === '') throw emptyPrompt(name);
      return queue.run(() => embedded(text), { signal, refuse: () => aborted(name) });
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** How many tokens the model has places for, where it says how tokens become one vector. */
function checkedTokensMax(path: string): number {
  const file = openGguf(path);
  file.close();
  const architecture = textAt(file.metadata, 'general.architecture') ?? '';
  const tokensMax = numberAt(file.metadata, `${architecture}.context_length`);
  const pooling = numberAt(file.metadata, `${architecture}.pooling_type`) ?? 0;
  if (pooling > 0 && tokensMax !== undefined) return tokensMax;
  throw new SluiceError('weights-invalid', `\`${path}\` is no embedding model`, {
    hint: 'type `sluice models pull all-minilm-l6-v2`',
  });
}

interface ContextOptions {
  readonly name: string;
  readonly threads: number;
  readonly tokensMax: number;
}

async function contextOf(
  native: LlamaModel,
  { name, threads, tokensMax }: ContextOptions,
): Promise<LlamaEmbeddingContext> {
  // The peer keeps one place free; a model that looks both ways reads a text in one batch.
  const contextSize = tokensMax + 1;
  try {
    return await native.createEmbeddingContext({ threads, contextSize, batchSize: contextSize });
  } catch {
    await native.dispose();
    throw failed(name, 'has no memory for its context', 'close other models');
  }
}

/** The native error's own words may hold text. */
async function vectorOf(
  context: LlamaEmbeddingContext,
  text: string,
  name: string,
): Promise<{ readonly vector: readonly number[] }> {
  try {
    return await context.getEmbeddingFor(text);
  } catch {
    if (context.disposed) throw closed(name);
    throw failed(name, 'broke off', 'open the model again');
  }
}
