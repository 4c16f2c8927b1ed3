import type { SaliencyInput } from '../port/saliency.ts';
import { outputLogProbabilities, type Nudge, type ReferenceLlama } from './reference-llama.ts';

/** Small enough for the curve to be a line, large enough for double precision not to drown it. */
const step = 1e-4;

/**
 * The quantity that gradient saliency estimates, without a gradient: each attention weight of each
 * row that predicts an output token is moved to both sides and the loss is read (RTBAS 3.3). One an
 * input token; the first is 0. Takes two runs of the model for each layer, head, row, input.
 */
export function finiteDifferenceScores(model: ReferenceLlama, input: SaliencyInput): Float64Array {
  const { tokens, outputFrom } = input;
  const loss = (nudge: Nudge): number =>
    -outputLogProbabilities(model.run(tokens, nudge), input).reduce((sum, one) => sum + one, 0);
  const { attention } = model.run(tokens);
  const scores = new Float64Array(outputFrom);
  for (const [layer, heads] of attention.entries())
    for (const [head, rows] of heads.entries())
      for (const [row, seen] of rows.slice(0, -1).entries()) {
        if (row < outputFrom - 1) continue;
        for (const [position, share] of seen.subarray(0, outputFrom).entries()) {
          const at = { layer, head, row, position };
          const slope = (loss({ ...at, by: step }) - loss({ ...at, by: -step })) / (2 * step);
          scores[position] = (scores[position] ?? 0) + Math.abs(share * slope);
        }
      }
  scores[0] = 0;
  return scores;
}

/** The largest difference, as a share of the largest score. */
export function largestError(found: Float64Array, expected: Float64Array): number {
  const most = Math.max(...expected);
  return Math.max(...expected.map((value, at) => Math.abs(value - (found[at] ?? NaN)))) / most;
}
