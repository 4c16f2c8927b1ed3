import path from 'node:path';
import { remembered, withContext } from '@sluice/bench';
import type { ChatModel } from '@sluice/core';
import { llamaModel, openLlama, weightsPath } from '@sluice/lm';

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
  const llama = await openLlama({
    path: weightsPath(weights),
    model: weights,
    threads,
    contextTokensMax,
  });
  const { memory: file = path.join('.sluice', 'agentsec', `${weights}.jsonl`) } = options;
  const samplings =
    temperature === undefined
      ? [undefined]
      : Array.from({ length: repeats }, (_, at) => ({ temperature, seed: at + 1 }));
  const models = samplings.map((sampling) => {
    const model = llamaModel(llama, { outputTokensMax, ...(sampling && { sampling }) });
    const decoding = sampling === undefined ? 'greedy' : JSON.stringify(sampling);
    const version = `${weights} ${decoding} ${outputTokensMax}`;
    return remembered(withContext(model), { version, file, nowMs: () => performance.now() });
  });
  return { models, [Symbol.asyncDispose]: llama.dispose };
}
