import { SluiceError } from '@sluice/core';
import type { Saliency, SaliencyScores } from '../../port/saliency.ts';
import type { Window } from '../input/windows.ts';
import type { MeasuredWindow } from './measured.ts';

/**
 * Reads each window with the white-box model. Throws `model-failed` where it gives no row for an
 * output token, or no number, and what the model throws.
 */
export async function measure(
  saliency: Saliency,
  windows: readonly Window[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly MeasuredWindow[]> {
  const measured: MeasuredWindow[] = [];
  for (const window of windows) {
    const { tokens, outputFrom } = window;
    const scores = await saliency.scores({ tokens, outputFrom }, { signal });
    measured.push(measuredOf(window, scores));
  }
  return measured;
}

function measuredOf(
  { tokens, outputFrom, spans, outputParts }: Window,
  { rows, logProbabilities }: SaliencyScores,
): MeasuredWindow {
  const outputs = tokens.length - outputFrom;
  if (rows?.length !== outputs * outputFrom || logProbabilities.length !== outputs) {
    throw new SluiceError('model-failed', 'the saliency has no row for each output token', {
      hint: 'use a saliency of the method `gradient` that gives rows',
    });
  }
  return {
    inputTokens: outputFrom,
    spans,
    outputParts,
    logProbabilities,
    ...sharesOf(rows, outputFrom),
  };
}

/** Divides each row by its sum. A row without saliency stays without. */
export function sharesOf(
  rows: Float64Array,
  width: number,
): Pick<MeasuredWindow, 'rows' | 'totals'> {
  const shares = rows.slice();
  const totals = new Float64Array(rows.length / width);
  for (const row of totals.keys()) {
    const own = shares.subarray(row * width, (row + 1) * width);
    own[0] = 0;
    const total = own.reduce((sum, score) => sum + score, 0);
    totals[row] = total;
    if (total !== 0) for (const [at, score] of own.entries()) own[at] = score / total;
  }
  return { rows: shares, totals };
}
