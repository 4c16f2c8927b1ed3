export interface StatesInput {
  readonly tokens: readonly number[];
  /** The first position whose state is wanted. */
  readonly from: number;
  /**
   * True if log-probabilities are wanted, which take as many numbers a position as the vocabulary
   * has tokens; default: `true`.
   */
  readonly next?: boolean | undefined;
}

/** Row-major, one row a position from `from` on. */
export interface States {
  /** Rows of `width`: what the last layer is given (permissive propagation 3.4). */
  readonly hidden: Float32Array;
  readonly width: number;
  /**
   * Rows of `vocabulary`: log-probabilities of the next token, nats. Empty where none are wanted.
   */
  readonly next: Float32Array;
  readonly vocabulary: number;
}

/** A model's inside, read in one forward pass. */
export interface HiddenStates {
  readonly model: string;
  readonly states: (
    input: StatesInput,
    options: { readonly signal: AbortSignal },
  ) => Promise<States>;
}
