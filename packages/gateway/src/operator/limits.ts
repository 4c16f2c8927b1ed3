/** Every bound of the operators' API in one place. Unit last, then the bound. */
export const operatorLimits = {
  bodyBytesMax: 65_536,
  urlCharactersMax: 4_096,
  requestsPerOperatorMax: 32,
  /** Items that one answer holds. */
  pageItemsMax: 200,
  messagesPerReadMax: 1_000,
  /** Messages that arguments came from, beside one question. */
  sourcesMax: 12,
  /** Questions that a list looks through; more than a tenant may have open. */
  questionsReadMax: 2_000,
  eventsPerReadMax: 500,
  flowsShownMax: 20,
  policyCharactersMax: 60_000,
  /** Drafts without a text, one for a question. */
  draftsKeptMax: 256,
  draftMsMax: 60_000,
  exportsPerOperatorMax: 2,
  /** Characters of what an operator writes. */
  wordsCharactersMax: 2_000,
  clearanceCharactersMax: 4_096,
  /** Refusals that are recorded one by one, for one credential; the rest are counted. */
  refusalsPerMinuteMax: 60,
  credentialsCountedMax: 1_000,
  /** Looks at values that are remembered, and for how long one counts. */
  looksCountedMax: 10_000,
  lookMsMax: 3_600_000,
  breakGlassMinutesMax: 240,
  /** Signed-in browsers of one operator; the one that was used least gives way. */
  sessionsPerOperatorMax: 16,
  sessionMsMax: 12 * 3_600_000,
  /** After so long without anybody there, a session ends. */
  sessionIdleMsMax: 3_600_000,
  codesPerOperatorMax: 8,
  codeMsMax: 60_000,
  /** Streams of changes that one operator has open at once. */
  livePerOperatorMax: 16,
  liveBeatMs: 15_000,
  /** Changes that wait for a reader; more say nothing new. */
  liveWaitingMax: 4,
} as const;
