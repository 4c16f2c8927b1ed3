/** Every bound of the scorer over HTTP. Unit last, then the bound. */
export const httpLimits = {
  requestTimeoutMsMax: 120_000,
  /** What an echoed prompt of a long context comes to, probabilities included. */
  answerBytesMax: 67_108_864,
  /** How far a server's echo may be from what it said when it generated the same token, nats. */
  echoDifferenceMax: 0.25,
} as const;
