/** Every bound of the nearest-neighbour model; reaching one is an error, never a cut. */
export const knnLimits = {
  /** Tokens of one document. */
  documentTokensMax: 16_384,
  /** Entries (one a token) that one query looks at. */
  entriesMax: 200_000,
  completionTokensMax: 2_048,
  /** Bytes that the documents of one tenant take in memory. */
  tenantBytesMax: 268_435_456,
  tenantsMax: 16,
  /** Bytes that the documents of all tenants together take in memory. */
  allBytesMax: 1_073_741_824,
  /** Bytes of one file of a datastore on disk. */
  fileBytesMax: 268_435_456,
  /** Queries (question and completion) whose model call is remembered. */
  queriesKept: 4,
} as const;
