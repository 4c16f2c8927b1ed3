import type { HiddenStates, Prompt, Tokenizer } from '@sluice/local';
import type { DocumentStates } from './document-states.ts';
import { knnProbabilities, type MixtureSettings } from './mixture.ts';
import { requireWidth, squaredDistances, squaredLengths } from './nearest.ts';

export interface GenerateRequest {
  /** Its documents are all that the output may depend on besides its question. */
  readonly prompt: Prompt;
  readonly tokensMax: number;
  /** True if a token ends the output, e.g. the end of a turn; it is not part of it. */
  readonly ends: (token: number) => boolean;
  readonly signal: AbortSignal;
}

export interface Generated {
  readonly text: string;
  readonly tokens: readonly number[];
  /** `truncated`: `tokensMax` were generated, and none of them was a stop token. */
  readonly stop: 'complete' | 'truncated';
}

interface Mixture {
  readonly model: HiddenStates;
  readonly tokenizer: Tokenizer;
  readonly settings: MixtureSettings;
}

interface Context {
  readonly question: readonly number[];
  readonly documents: readonly DocumentStates[];
}

/**
 * Greedy decoding from p(y|x,C) (permissive propagation eq. 4). Each token is one forward pass over
 * the question and what was generated before it, unless the model keeps what it read last.
 */
export async function generateGreedily(
  { model, tokenizer, settings }: Mixture,
  { tokensMax, ends, signal }: GenerateRequest,
  { question, documents }: Context,
): Promise<Generated> {
  const generated: number[] = [];
  const end = (stop: Generated['stop']): Generated => {
    return { text: tokenizer.decode(generated), tokens: generated, stop };
  };
  while (generated.length < tokensMax) {
    const tokens = [...question, ...generated];
    const states = await model.states({ tokens, from: tokens.length - 1 }, { signal });
    const token = mostProbable(
      states.next,
      knnShares(states.hidden, documents, settings),
      settings,
    );
    if (ends(token)) return end('complete');
    generated.push(token);
  }
  return end('truncated');
}

function knnShares(
  state: Float32Array,
  documents: readonly DocumentStates[],
  settings: MixtureSettings,
): ReadonlyMap<number, number> {
  for (const document of documents) requireWidth(state.length, document);
  const distances = documents.flatMap((document) => [...squaredDistances(state, document)]);
  const tokens = documents.flatMap((document) => [...document.tokens]);
  const [squaredLength = Number.NaN] = squaredLengths(state, state.length);
  return knnProbabilities(
    { distances: Float64Array.from(distances), tokens: Int32Array.from(tokens), squaredLength },
    settings,
  );
}

/** The token of the greatest probability; of equal ones the first, so that runs repeat. */
function mostProbable(
  next: Float32Array,
  knn: ReadonlyMap<number, number>,
  { gamma }: MixtureSettings,
): number {
  const share = knn.size === 0 ? 0 : gamma;
  let best = 0;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < next.length; token += 1) {
    const model = Math.exp(next[token] ?? Number.NEGATIVE_INFINITY);
    const probability = share * (knn.get(token) ?? 0) + (1 - share) * model;
    if (probability > greatest) {
      greatest = probability;
      best = token;
    }
  }
  return best;
}
