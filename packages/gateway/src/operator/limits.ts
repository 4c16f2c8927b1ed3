/** Every bound of the operators' API in one place. Unit last, then the bound. */
export const operatorLimits = {
  bodyBytesMax: 65_536,
  urlCharactersMax: 4_096,
  requestsOpenMax: 64,
  /** Items that one answer holds. */
  pageItemsMax: 200,
  messagesPerReadMax: 1_000,
  /** Messages that arguments came from, beside one question. */
  sourcesMax: 12,
  /** Questions that a list looks through; more than a tenant may have open. */
  questionsReadMax: 2_000,
  eventsPerReadMax: 500,
  exportsOpenMax: 2,
  /** Characters of what an operator writes. */
  wordsCharactersMax: 2_000,
  clearanceCharactersMax: 4_096,
  /** Refusals that are recorded one by one, for one credential; the rest are counted. */
  refusalsPerMinuteMax: 60,
  credentialsCountedMax: 1_000,
  breakGlassMinutesMax: 240,
  /** Signed-in browsers; the one that was used least gives way. */
  sessionsMax: 1_000,
  sessionMsMax: 12 * 3_600_000,
  /** After so long without anybody there, a session ends. */
  sessionIdleMsMax: 3_600_000,
  codesMax: 64,
  codeMsMax: 60_000,
  /** Streams of changes that are open at once. */
  liveOpenMax: 64,
  liveBeatMs: 15_000,
  /** Changes that wait for a reader; more say nothing new. */
  liveWaitingMax: 4,
} as const;
