/** Every bound of the operators' API in one place. Unit last, then the bound. */
export const operatorLimits = {
  bodyBytesMax: 65_536,
  urlCharactersMax: 4_096,
  requestsOpenMax: 64,
  /** Items that one answer holds. */
  pageItemsMax: 200,
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
} as const;
