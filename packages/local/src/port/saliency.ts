export interface SaliencyInput {
  /** Input and output tokens in one row. */
  readonly tokens: readonly number[];
  /** Index of the first output token; at least 1. */
  readonly outputFrom: number;
}

export interface SaliencyScores {
  /**
   * One an input token (`outputFrom` of them), not normalised: sum over output tokens, heads and
   * layers of |A * dLoss/dA| (RTBAS 7.2). The first, an attention sink, is 0. Where all are 0,
   * nothing was found out; it does not say that nothing mattered. The same goes for a row.
   */
  readonly scores: Float64Array;
  /**
   * The rows that `scores` sums over output tokens: row-major, one row of `outputFrom` an output
   * token. The screener compares rows: what is copied shows in one of them, and hardly in their
   * sum. A back end that has none leaves them out.
   */
  readonly rows?: Float64Array | undefined;
  /** Nats, one an output token. */
  readonly logProbabilities: Float64Array;
}

/** Says how much each input token mattered for an output. Decides nothing. */
export interface Saliency {
  readonly model: string;
  /** `gradient`, `attention` (raw, cheap), with the window where one is set. */
  readonly method: string;
  readonly scores: (
    input: SaliencyInput,
    options: { readonly signal: AbortSignal },
  ) => Promise<SaliencyScores>;
}
