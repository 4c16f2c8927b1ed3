import type { Span } from '../input/windows.ts';

/** The measurements of one window by a white-box model. */
export interface MeasuredWindow {
  /** Tokens before the output. */
  readonly inputTokens: number;
  readonly spans: readonly Span[];
  /** For each output token, the place of its part in the rendering's output. */
  readonly outputParts: readonly number[];
  /** Nats, one an output token. */
  readonly logProbabilities: Float64Array;
  /**
   * Row-major, one row of `inputTokens` an output token: |A * dLoss/dA| summed over heads and
   * layers (RTBAS 3.3), each row divided by its sum. The first input token, an attention sink,
   * is 0.
   */
  readonly rows: Float64Array;
  /** The sum of each row before it was divided. */
  readonly totals: Float64Array;
}

/**
 * Less saliency than this is none: single-precision numbers of its parts are 0 by then. The least
 * row of 26,710 that were measured on recorded runs has 0.076.
 */
const leastTotal = 1e-20;

/**
 * The regions of windows in which nothing was found out for some output token: a row without
 * saliency (no gradient, or too little for its numbers) does not say that nothing mattered.
 */
export function blindRegions(windows: readonly MeasuredWindow[]): readonly string[] {
  const blind = windows.filter(({ totals }) => !totals.every(isKnown));
  return blind.flatMap(({ spans }) => spans.map(({ region }) => region));
}

function isKnown(total: number): boolean {
  return total >= leastTotal && total < Infinity;
}
