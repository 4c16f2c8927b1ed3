import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { ChatModel, View } from '@sluice/core';
import { llamaModel, openLlama, weightsPath } from '@sluice/local';
import { contextView, withContext } from '../../agentsec/run/as-context.ts';
import { remembered } from '../../agentsec/run/remembered.ts';

/** The paper's 64 (6.2). */
const outputTokensMax = 64;

const contextTokensMax = 2048;

export interface OpenSecModel {
  readonly weights: string;
  readonly threads: number;
  readonly memory?: string;
  readonly temperature?: number;
  readonly repeats: number;
}

export interface OpenedSecModel extends AsyncDisposable {
  /** One that decodes greedily, or one for each seed. */
  readonly models: readonly ChatModel[];
}

/**
 * A local model, greedy or at a temperature with so many seeds; what it has said is kept, so that a
 * run that was stopped goes on. Throws `file-unreadable` and `peer-missing`, with what to type.
 */
export async function openSecModel(options: OpenSecModel): Promise<OpenedSecModel> {
  const { weights, threads, temperature, repeats } = options;
  const file = weightsPath(weights);
  const bytes = await hashOfFile(file);
  const llama = await openLlama({
    path: file,
    model: weights,
    threads,
    contextTokensMax,
  });
  const { memory = path.join('.sluice', 'agentsec', `${weights}.jsonl`) } = options;
  const rendered = (view: View): string => JSON.stringify(llama.template.prompt(contextView(view)));
  const samplings =
    temperature === undefined
      ? [undefined]
      : Array.from({ length: repeats }, (_, at) => ({ temperature, seed: at + 1 }));
  const models = samplings.map((sampling) => {
    const model = llamaModel(llama, { outputTokensMax, ...(sampling && { sampling }) });
    const decoding = sampling === undefined ? 'greedy' : JSON.stringify(sampling);
    // An id can be given to other weights: it is their bytes that reply.
    const version = `${bytes} ${decoding} ${outputTokensMax}`;
    const kept = { version, rendered, file: memory, nowMs: () => performance.now() };
    return remembered(withContext(model), kept);
  });
  return { models, [Symbol.asyncDispose]: llama.dispose };
}

/** The SHA-256 of a file, in hexadecimal. Throws where it cannot be read. */
async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) {
    if (chunk instanceof Uint8Array) hash.update(chunk);
  }
  return hash.digest('hex');
}
