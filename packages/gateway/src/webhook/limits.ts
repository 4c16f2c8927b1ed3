/** Every bound of the webhook in one place. Unit last, then the bound. */
export const webhookLimits = {
  retriesMax: 5,
  /** The first pause; each one after it is twice as long. */
  pauseMsMin: 1_000,
  pauseMsMax: 30_000,
  answerMsMax: 10_000,
  /** Announcements on their way at once; more are given up and told of. */
  openMax: 100,
  connectionsMax: 4,
} as const;
