/** Bounds of fetching weights. Unit last, then the bound. */
export const weightsLimits = {
  /** In a row, without a byte in between. */
  failuresMax: 4,
  /** In all, so that a server of one byte at a time does not keep us for ever. */
  attemptsMax: 100,
  retryMs: 1_000,
  stallMsMax: 60_000,
  /** The most of a file whose size nobody states. */
  fileBytesMax: 137_438_953_472,
  /** The most of a list of a package's files. */
  indexBytesMax: 33_554_432,
  indexMsMax: 60_000,
  pipMsMax: 1_800_000,
  /** How long another pull may hold the lock without a sign of life. */
  lockSilenceMsMax: 60_000,
  lockSignMs: 10_000,
  lockPollMs: 500,
} as const;
