import type { OutputPart } from '../input/output-parts.ts';
import type { MeasuredWindow } from '../measure/measured.ts';

/** Tokens of a region in one window. */
interface Stretch {
  readonly window: number;
  readonly start: number;
  readonly end: number;
}

/** The saliency of an output on regions, over all windows that hold their tokens. */
export class RegionSaliency {
  readonly #windows: readonly MeasuredWindow[];
  readonly #scores: readonly TokenScores[];
  readonly #values: readonly (readonly (readonly number[])[])[];
  readonly #stretches = new Map<string, Stretch[]>();
  /** The summed saliency of all tokens of all windows. */
  readonly #sum: number;
  readonly #inputTokens: number;

  constructor(windows: readonly MeasuredWindow[], output: readonly Pick<OutputPart, 'kind'>[]) {
    this.#windows = windows;
    this.#scores = windows.map(tokenScoresOf);
    this.#values = windows.map((window) => valueRows(window, output));
    for (const [at, { spans }] of windows.entries()) {
      for (const { region, start, end } of spans) {
        const known = this.#stretches.get(region) ?? [];
        known.push({ window: at, start, end });
        this.#stretches.set(region, known);
      }
    }
    this.#sum = this.#scores.reduce((sum, { sums }) => sum + sumOf(sums), 0);
    this.#inputTokens = windows.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  }

  /**
   * RTBAS 7.2's features; the scores of which quantiles are taken have a mean of 1. Windows add up
   * as they are, as in training: one in which the draft is less expected has more saliency, and
   * counts for more. The features by row below have each window's rows as shares.
   */
  summed(region: string): {
    readonly sumShare: number;
    readonly meanShare: number;
    readonly quantiles: readonly number[];
  } {
    const scores = this.#gather(region, ({ sums }) => sums).toSorted();
    if (scores.length === 0 || this.#sum === 0) {
      return { sumShare: 0, meanShare: 0, quantiles: [0, 0, 0, 0] };
    }
    const sumShare = sumOf(scores) / this.#sum;
    const scale = this.#inputTokens / this.#sum;
    return {
      sumShare,
      meanShare: (sumShare * this.#inputTokens) / scores.length,
      quantiles: [0.2, 0.5, 0.8, 0.99].map((share) => scale * quantile(scores, share)),
    };
  }

  /** The largest share that one token of the region has in the saliency of one output token. */
  peak(region: string): number {
    return maxOf(this.#gather(region, ({ peaks }) => peaks));
  }

  /** The mean of that over the region's tokens. */
  meanPeak(region: string): number {
    return meanOf(this.#gather(region, ({ peaks }) => peaks));
  }

  /** The region's mean share over all output tokens; the mean over windows that hold it. */
  meanRowShare(region: string): number {
    return sumOf(this.#gather(region, ({ shares }) => shares)) / Math.max(this.#windows.length, 1);
  }

  /** The region's largest share in the saliency of one output token. */
  rowShare(region: string): number {
    return maxOf(Float64Array.from(this.#rowShares(region).flatMap((shares) => [...shares])));
  }

  /** Its largest share in the saliency of one value of the draft: the mean over its tokens. */
  valueShare(region: string): number {
    const values = this.#rowShares(region).flatMap((shares, at) =>
      (this.#values[at] ?? []).map((rows) =>
        meanOf(Float64Array.from(rows, (row) => shares[row] ?? 0)),
      ),
    );
    return Math.max(0, ...values);
  }

  #of(region: string): readonly Stretch[] {
    return this.#stretches.get(region) ?? [];
  }

  #gather(region: string, scoresOf: (scores: TokenScores) => Float64Array): Float64Array {
    const parts = this.#of(region).map(({ window, start, end }) => {
      const scores = this.#scores[window];
      return scores === undefined ? new Float64Array() : scoresOf(scores).subarray(start, end);
    });
    return Float64Array.from(parts.flatMap((part) => [...part]));
  }

  /** For each window, the region's share in the saliency of each output token. */
  #rowShares(region: string): readonly Float64Array[] {
    return this.#windows.map(({ rows, totals, inputTokens }, at) => {
      const own = this.#of(region).filter(({ window }) => window === at);
      return totals.map((_, row) =>
        own.reduce((sum, { start, end }) => {
          const from = row * inputTokens;
          return sum + sumOf(rows.subarray(from + start, from + end));
        }, 0),
      );
    });
  }
}

/** The output tokens of each value; of a draft without values, those of all of it. */
function valueRows(
  { outputParts }: MeasuredWindow,
  output: readonly Pick<OutputPart, 'kind'>[],
): readonly (readonly number[])[] {
  const hasValues = output.some(({ kind }) => kind === 'value');
  const groups = new Map<number, number[]>();
  for (const [row, part] of outputParts.entries()) {
    if (hasValues && output[part]?.kind !== 'value') continue;
    const key = hasValues ? part : 0;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function meanOf(values: Float64Array): number {
  return values.length === 0 ? 0 : sumOf(values) / values.length;
}

function maxOf(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Scores of the input tokens of one window. */
interface TokenScores {
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
