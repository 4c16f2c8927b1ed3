import type { Prompt } from '../port/prompt.ts';
import type { ScoreRequest, Scored, Scorer } from '../port/scorer.ts';

/** Log-probabilities of a word that the prompt has, and of one that it has not. */
const [copied, invented] = [Math.log(0.9), Math.log(0.02)];

export interface WordScorer extends Scorer<'words'> {
  readonly requests: ScoreRequest[];
}

/**
 * A scorer that stands in for a model: a word of the completion is probable where the prompt has
 * it. Every token of every request counts as evaluated.
 */
export function wordScorer(): WordScorer {
  const requests: ScoreRequest[] = [];
  return {
    backEnd: 'words',
    model: 'words',
    requests,
    score: (request, { stop }) => {
      requests.push(request);
      return Promise.resolve(scored(request, stop));
    },
  };
}

function scored(
  { prompt, completion }: ScoreRequest,
  stop: ((soFar: readonly number[], tokens: number) => boolean) | undefined,
): Scored<'words'> {
  const known = new Set(wordsOf(textOf(prompt)));
  const words = wordsOf(completion);
  const logProbabilities: number[] = [];
  for (const word of words) {
    logProbabilities.push(known.has(word) ? copied : invented);
    if (stop?.(logProbabilities, words.length) === true) break;
  }
  const evaluated = { template: 0, document: 0, question: 0, completion: logProbabilities.length };
  for (const { kind, text } of prompt.parts) evaluated[kind] += wordsOf(text).length;
  const tokens = { ...evaluated, completion: words.length };
  return { backEnd: 'words', logProbabilities, completionTokens: words.length, tokens, evaluated };
}

export function textOf({ parts }: Prompt): string {
  return parts.map(({ text }) => text).join('');
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
