/** Places texts in a space where those that mean the same stand close together. */
export interface Embedder {
  /** Vectors of two models have nothing to do with each other. */
  readonly model: string;
  /**
   * A vector of length 1, so that the dot product of two is their cosine. What the text says of
   * control tokens is read as text.
   */
  readonly embed: (text: string, options: EmbedOptions) => Promise<Float32Array>;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
}
