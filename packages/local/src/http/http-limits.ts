/** Every bound of the scorer over HTTP. Unit last, then the bound. */
export const httpLimits = {
  requestTimeoutMsMax: 120_000,
  /** The size of an echoed prompt of a long context, probabilities included. */
  answerBytesMax: 67_108_864,
  /** How far a server's echo may be from what it said when it generated the same token, nats. */
  echoDifferenceMax: 0.25,
} as const;
