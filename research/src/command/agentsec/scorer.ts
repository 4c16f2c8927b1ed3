import {
  scorerDistinguisher,
  type ScorerDistinguisher,
} from '../../agentsec/trace/scorer-distinguisher.ts';
import type { Suite } from '../../agentsec/suite/suite.ts';
import { SluiceError } from '@sluice/core';
import { llamaScorer, openLlama, weightsPath } from '@sluice/local';

const contextTokensMax = 2048;

export interface OpenSecScorer {
  readonly weights: string;
  readonly threads: number;
  readonly signal: AbortSignal;
}

export interface OpenedSecScorer extends AsyncDisposable {
  readonly scored: ScorerDistinguisher;
}

/**
 * A local model that tells paraphrases by their likelihood; its threshold is chosen here, on tasks
 * that no run measures. Throws `file-unreadable` and `peer-missing`, with what to type.
 */
export async function openSecScorer({
  weights,
  threads,
  signal,
}: OpenSecScorer): Promise<OpenedSecScorer> {
  const path = weightsPath(weights);
  const llama = await openLlama({ path, model: weights, threads, contextTokensMax });
  try {
    const render = llama.template.prompt;
    const scored = await scorerDistinguisher({ scorer: llamaScorer(llama), render, signal });
    return { scored, [Symbol.asyncDispose]: llama.dispose };
  } catch (error) {
    await llama.dispose();
    throw error;
  }
}

/** Throws `settings-invalid` for a distinguisher that there is not, or a suite without secrets. */
export function checkDistinguisher(name: string, suite: Suite): void {
  if (name !== 'scorer') {
    throw new SluiceError('settings-invalid', `there is no distinguisher \`${name}\``, {
      hint: 'write `--distinguish scorer`; values and n-grams are always looked at',
    });
  }
  if (suite.tasks(1).every(({ secret }) => secret === undefined)) {
    throw new SluiceError('settings-invalid', `\`${suite.name}\` has no secrets to paraphrase`, {
      hint: 'write `--suite secrets --distinguish scorer --pairs 8`',
    });
  }
}
