import type { Scorer } from '@sluice/local';
import { keyOf } from '../remember.ts';

export interface CountingScorer<BackEnd extends string> extends Scorer<BackEnd> {
  /** How many different contexts were asked about. */
  readonly contexts: () => number;
}

/** Counts what a search would have to score, whether it is remembered from another one or not. */
export function countingScorer<BackEnd extends string>(
  inner: Scorer<BackEnd>,
): CountingScorer<BackEnd> {
  const asked = new Set<string>();
  return {
    backEnd: inner.backEnd,
    model: inner.model,
    contexts: () => asked.size,
    score: (request, options) => {
      asked.add(keyOf(inner.model, request.prompt, request.completion));
      return inner.score(request, options);
    },
  };
}
