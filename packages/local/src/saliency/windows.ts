import { SluiceError } from '@sluice/core';
import type { SaliencyInput, SaliencyScores } from '../port/saliency.ts';
import type { LlamaModel } from './model/llama-model.ts';
import { atMost } from './check-input.ts';
import { scoresOf } from './scores.ts';

export interface WindowedRequest extends SaliencyInput {
  /** Input and output tokens that are read at once. */
  readonly windowTokens: number;
  readonly signal: AbortSignal;
}

/** A window's input tokens, by their index in the whole input, in order. */
export type Window = readonly number[];

/** The shares of a window that go to the input's beginning and to its end. */
const beginning = 1 / 4;
const ending = 1 / 4;

/**
 * Scores of an input of any length. What the model reads at once is exact. A longer input is cut:
 * each window has the input's beginning, its end, the whole output, and between them one stretch
 * of the rest, as if nothing had stood elsewhere.
 *
 * Windows differ in how much gradient there is, most where the output is least expected. So that
 * scores of two windows compare, each window's are taken as shares of their sum, and multiplied by
 * the mean of the sums; tokens in every window get the mean of theirs. An output token's
 * log-probability is the highest that a window gave.
 *
 * Throws `limit-exceeded` where the output would take more than half of a window, and
 * `model-failed` where one of several windows has no saliency at all: it has no shares, and nothing
 * is known of its stretch.
 */
export async function windowedScores(
  model: LlamaModel,
  { tokens, outputFrom, windowTokens, signal }: WindowedRequest,
): Promise<SaliencyScores> {
  const output = tokens.slice(outputFrom);
  const room = windowTokens - output.length;
  atMost('output tokens', output.length, Math.floor(windowTokens / 2));
  if (outputFrom <= room) return await scoresOf(model, { tokens, outputFrom, signal });
  const windows = windowsOf(outputFrom, room);
  const found: Scored[] = [];
  for (const window of windows) {
    const input = window.map((at) => tokens[at] ?? 0);
    const request = { tokens: [...input, ...output], outputFrom: input.length, signal };
    found.push({ window, ...(await scoresOf(model, request)) });
  }
  return merged(outputFrom, found);
}

/** The scores that were found in a window. */
export interface Scored extends SaliencyScores {
  readonly window: Window;
}

/**
 * Windows of at most `room` input tokens, nearly equal, that together have all of `inputTokens`.
 */
export function windowsOf(inputTokens: number, room: number): readonly Window[] {
  const { start, end } = sharedBy(inputTokens, room);
  const middle = end - start;
  const stretch = room - start - (inputTokens - end);
  const count = Math.ceil(middle / stretch);
  return Array.from({ length: count }, (_, n) => {
    const from = start + Math.floor((middle * n) / count);
    const to = start + Math.floor((middle * (n + 1)) / count);
    return [...range(0, start), ...range(from, to), ...range(end, inputTokens)];
  });
}

/** All windows have the tokens before `start` and those from `end` on. */
function sharedBy(inputTokens: number, room: number): { start: number; end: number } {
  return {
    start: Math.floor(room * beginning),
    end: inputTokens - Math.floor(room * ending),
  };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}

/**
 * The scores of all windows as those of the input. Throws `model-failed`.
 */
export function merged(inputTokens: number, found: readonly Scored[]): SaliencyScores {
  const sums = found.map(({ scores }) => scores.reduce((sum, score) => sum + score, 0));
  const mean = sums.reduce((total, sum) => total + sum, 0) / found.length;
  const occurrences = new Float64Array(inputTokens);
  const scores = new Float64Array(inputTokens);
  for (const [w, { window, scores: own }] of found.entries()) {
    const scale = mean / (sums[w] ?? 0);
    if (!Number.isFinite(scale)) throw unknown();
    for (const [n, at] of window.entries()) {
      occurrences[at] = (occurrences[at] ?? 0) + 1;
      scores[at] = (scores[at] ?? 0) + (own[n] ?? 0) * scale;
    }
  }
  const logProbabilities = found
    .map((one) => one.logProbabilities)
    .reduce((best, one) => best.map((nats, at) => Math.max(nats, one[at] ?? -Infinity)));
  return { scores: scores.map((score, at) => score / (occurrences[at] ?? 1)), logProbabilities };
}

function unknown(): SluiceError {
  return new SluiceError('model-failed', 'a window of the input has no saliency', {
    hint: 'read longer windows (`windowTokensMax`), or a shorter input',
  });
}
