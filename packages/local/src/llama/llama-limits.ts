/** Every bound of the llama.cpp back end. Unit last, then the bound. */
export const llamaLimits = {
  outputTokensMax: 1_024,
  /** Between two looks at the abort signal; a batch may have two more. */
  chunkTokensMax: 254,
  /** Between two questions whether scoring may stop. */
  stretchTokensMax: 8,
  callsPerReplyMax: 8,
  grammarRulesMax: 4_000,
  schemaDepthMax: 64,
  /** A longer bound on a length in a schema is left to whoever checks the call. */
  grammarRepeatsMax: 256,
  templateCharactersMax: 200_000,
  /** That a template may run, while nothing else does. */
  templateMsMax: 2_000,
  /** Numbers of one `range` in a template. */
  templateRangeMax: 10_000,
  /** The most that a template writes, without the contents of turns. */
  renderedCharactersMax: 4_000_000,
} as const;
