/** Text to the tokens of one model, and back. */
export interface Tokenizer {
  /** The name of the model that the tokens belong to. */
  readonly model: string;
  /**
   * `control`: whether text such as `<|im_start|>` is read as a control token. Never for data,
   * which
   * becomes no token that was added to the vocabulary by hand, whatever type the file gives it.
   */
  readonly encode: (text: string, options: { readonly control: boolean }) => readonly number[];
  readonly decode: (tokens: readonly number[]) => string;
}
