import type { ChatModel } from '@sluice/core';
import type { Scorer } from '../port/scorer.ts';
import type { ModelInside } from '../saliency/open-saliency.ts';

/** One run of a local model for a propagator. */
export interface ModelWork {
  /** Tokens that it was run on; what a kept prefix had is not among them. */
  readonly tokens: number;
}

/** Told of each run of a model when it is over; of one that failed, that it was tried. */
export type OnWork = (work: ModelWork) => void;

/** A scorer whose work is told. */
export function countedScorer<BackEnd extends string>(
  inner: Scorer<BackEnd>,
  onWork: OnWork,
): Scorer<BackEnd> {
  const { backEnd, model } = inner;
  return {
    backEnd,
    model,
    score: (request, options) =>
      told(inner.score(request, options), onWork, ({ evaluated }) =>
        Object.values(evaluated).reduce((total, tokens) => total + tokens, 0),
      ),
  };
}

/** A chat model whose work is told. */
export function countedChat(inner: ChatModel, onWork: OnWork): ChatModel {
  return {
    name: inner.name,
    generate: (request, options) =>
      told(inner.generate(request, options), onWork, ({ usage }) =>
        usage === undefined ? 0 : usage.inputTokens - usage.cachedInputTokens + usage.outputTokens,
      ),
  };
}

/** A model's inside whose work is told. */
export function countedInside(inner: ModelInside, onWork: OnWork): ModelInside {
  return {
    ...inner,
    scores: (input, options) =>
      told(inner.scores(input, options), onWork, () => input.tokens.length),
    states: (input, options) =>
      told(inner.states(input, options), onWork, () => input.tokens.length),
  };
}

async function told<Found>(
  running: Promise<Found>,
  onWork: OnWork,
  tokensOf: (found: Found) => number,
): Promise<Found> {
  let tokens = 0;
  try {
    const found = await running;
    tokens = tokensOf(found);
    return found;
  } finally {
    onWork({ tokens });
  }
}
