/** Every bound on what we start in Python, in one place. Unit, then bound, last. */
export const agentdojoLimits = {
  /** Until the process says that it is ready: it imports the package, cold on a slow disk. */
  startMsMax: 120_000,
  /** A case that takes longer is an error. The package tries a failing model again for minutes. */
  jobMsMax: 600_000,
  factsMsMax: 180_000,
  /** A line of the driver: the calls of a case, or everything that the package says of itself. */
  lineCharactersMax: 64 * 1_048_576,
  stderrCharactersMax: 4_000,
  /** The time limit for the first sign of a working Python. */
  probeMsMax: 60_000,
  venvMsMax: 300_000,
  installMsMax: 1_800_000,
  /** A half-made environment older than this belongs to no install that still runs. */
  partialAgeMsMax: 3_600_000,
} as const;
