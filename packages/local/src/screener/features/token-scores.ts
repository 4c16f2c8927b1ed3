import type { MeasuredWindow } from '../measure/measured.ts';

/** Scores of the input tokens of one window. */
export interface TokenScores {
  /** Sum over output tokens, heads and layers of |A * dLoss/dA| (RTBAS 7.2's A_i). */
  readonly sums: Float64Array;
  /** The largest share of the token in the saliency of one output token, 0 to 1. */
  readonly peaks: Float64Array;
  /** The mean share over output tokens. */
  readonly shares: Float64Array;
}

export function tokenScoresOf(window: MeasuredWindow): TokenScores {
  const { inputTokens, rows, totals } = window;
  const sums = new Float64Array(inputTokens);
  const peaks = new Float64Array(inputTokens);
  const shares = new Float64Array(inputTokens);
  for (const [row, total] of totals.entries()) {
    for (let at = 1; at < inputTokens; at += 1) {
      const share = rows[row * inputTokens + at] ?? 0;
      sums[at] = (sums[at] ?? 0) + share * total;
      shares[at] = (shares[at] ?? 0) + share / totals.length;
      if (share > (peaks[at] ?? 0)) peaks[at] = share;
    }
  }
  return { sums, peaks, shares };
}

/** The value below which a share of sorted values lies, interpolated; 0 of none. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const [below, above] = [sorted[low] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - low);
}
