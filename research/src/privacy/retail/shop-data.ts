/** A call of the ground truth, with what the shop returned. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** A tool as the shop declares it. */
export interface ShopTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The shop as one task finds it: it answers as it was recorded. */
export interface ShopData {
  readonly name: string;
  /** The shop's rules for its agent. */
  readonly rules: string;
  readonly tools: readonly ShopTool[];
  readonly calls: readonly RecordedCall[];
}
