/**
 * Every bound in one place. Unit last, then the bound, so that related names line up.
 * Reaching a limit is a decision (the most restrictive reading), never a silent truncation.
 */
export const limits = {
  modelTimeoutMsMax: 120_000,
  outputTokensMax: 8_192,
  propagatorTimeoutMsMax: 30_000,
  judgedCharactersMax: 1_000_000,
  tracedCharactersMax: 200_000,
  /**
   * Lineage may look at so much for one answer, about characters: the slowest take 25 ns each, so
   * this is a second at worst. A context of a million tokens has 4 million characters.
   */
  tracedWorkMax: 40_000_000,
  tracedExactCharactersMax: 4_000_000,
  tracedSourcesMax: 64,
  /** Shorter texts are alike by chance: what repeats them is not known again. */
  knownAgainCharactersMin: 32,
  knownAgainScanCharactersMax: 16_000_000,
  knownAgainComparisonsMax: 4_000_000,
  /** After so much of this work others get their turn: in some 10 ms, in 25 ms at worst. */
  workSliceMax: 1_000_000,
  /** UTF-16 units: what is shorter is read or written at once. */
  textAtOnceMax: 1_048_576,
  /** UTF-16 units of arguments that are gone through several times in one turn. */
  argumentsAtOnceMax: 32_768,
  /** UTF-16 units of a long text that are read or written in one turn: in some milliseconds. */
  textSliceMax: 131_072,
  toolTimeoutMsMax: 120_000,
  confirmTimeoutMsMax: 300_000,
  stepsPerTurnMax: 40,
  refusalsPerTurnMax: 10,
  callsPerStepMax: 64,
  callsPerReplyMax: 1_024,
  historyMessagesMax: 10_000,
  viewsKeptMax: 8,
  heldBackMax: 8,
  conversationsMax: 1_000,
  streamedCallsMax: 100_000,
  contentCharactersMax: 8_000_000,
  excerptCharactersMax: 400,
  /** A reply that is too much to explain at once is explained in so many parts. */
  explainedPartsMax: 8,
  explainedArgumentsMax: 64,
  explainedCharactersMax: 20_000,
  /** All excerpts of one question together. */
  excerptsCharactersMax: 200_000,
  /** Where in its source each value stands is looked for so far. */
  excerptSearchCharactersMax: 16_000_000,
  /** A path is as long as the keys on its way, which strangers choose: what is longer is cut. */
  pathCharactersMax: 1_024,
  structuredDepthMax: 200,
  structuredNodesMax: 200_000,
  /**
   * YAML is read at some 2 us a lexeme (a key, a mark, a value, a line's end), a hundred times
   * slower than JSON: so a larger text is no document, and of one region.
   */
  yamlCharactersMax: 262_144,
  yamlLexemesMax: 50_000,
  labelClausesMax: 64,
  labelMembersMax: 1_024,
  labelMeetPairsMax: 1_024,
  ruleHitsMax: 400_000,
  pathStatesMax: 1_000,
  computedReadersMax: 50_000,
  labelTextCharactersMax: 65_536,
  labelMemoEntriesMax: 65_536,
  labelMemoCharactersMax: 8_388_608,
  patternCharactersMax: 65_536,
  patternInstructionsMax: 2_000,
  /** For all patterns on one result or call: steps of 30 ns, so 120 ms at worst. */
  patternStepsMax: 4_000_000,
  schemaPatternCharactersMax: 16_384,
  schemaPatternTriesMax: 1_000,
  /** A step of a schema takes some 2 us: so much is 200 ms. */
  schemaStepsMax: 100_000,
  /** `uniqueItems` compares each two: more than so many items take longer than 10 ms. */
  schemaUniqueItemsMax: 2_000,
  policyBytesMax: 1_048_576,
  /** Those that a policy includes, and packs. */
  policyFilesMax: 64,
  policyRulesMax: 1_000,
  /** Keys and values of a policy, with its aliases and templates written out. */
  policyNodesMax: 200_000,
  /** A longer text is not let out: to look through so much takes some 200 ms at worst. */
  postCheckCharactersMax: 65_536,
  /** All calls of one reply together: what comes behind so much is refused. */
  postCheckReplyCharactersMax: 262_144,
  postCheckValuesMax: 256,
  /** Letters and digits: fewer stand in any text by chance. */
  postCheckValueCharactersMin: 6,
} as const;
