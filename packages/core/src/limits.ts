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
  tracedComparisonsMax: 20_000_000,
  tracedScanCharactersMax: 2_000_000_000,
  tracedSourcesMax: 64,
  toolTimeoutMsMax: 120_000,
  confirmTimeoutMsMax: 300_000,
  stepsPerTurnMax: 40,
  refusalsPerTurnMax: 10,
  callsPerStepMax: 64,
  historyMessagesMax: 10_000,
  conversationsMax: 1_000,
  contentCharactersMax: 8_000_000,
  excerptCharactersMax: 400,
  structuredDepthMax: 200,
  structuredNodesMax: 200_000,
  labelClausesMax: 64,
  labelMembersMax: 1_024,
  labelMeetPairsMax: 1_024,
  labelTextCharactersMax: 65_536,
  labelMemoEntriesMax: 65_536,
  labelMemoCharactersMax: 8_388_608,
  patternCharactersMax: 65_536,
  policyBytesMax: 1_048_576,
  policyRulesMax: 1_000,
} as const;
