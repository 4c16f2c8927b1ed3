/** Every bound of the store in one place. Unit last, then the bound. */
export const storeLimits = {
  /** How long a write waits for another process's, in steps of `lockPauseMs`. */
  lockWaitMsMax: 2_000,
  /** How long one attempt may keep the event loop waiting. */
  lockBlockMsMax: 2,
  lockPauseMs: 5,
  /** At start no request waits: another process may be bringing the tables up to date. */
  openLockMsMax: 10_000,
  runKeysCachedMax: 10_000,
  tenantKeysCachedMax: 1_000,
  /** Rows that a scan looks at before it lets the event loop go on. */
  rowsPerSliceMax: 1_000,
  /** UTF-16 units of a text that stand in one piece: a longer one takes several transactions. */
  pieceUnitsMax: 262_144,
  /** Runs that are given of those that are known by one hash, where the newest are asked for. */
  newestRunsMax: 256,
  /** Those begun last among which they are looked for. */
  newestRunsScannedMax: 4_096,
  /** Questions that are held against their events before it does. */
  questionsPerSliceMax: 20,
  /** Events that an export asks for at once. */
  eventsPerPageMax: 500,
  /** Runs whose working state one transaction drops. */
  runsPerSliceMax: 50,
  /** Changes after which the write-ahead log is moved into the database. */
  changesPerMoveMax: 500,
  /** Bytes of pieces after which whoever stores them waits until the log is moved. */
  pieceBytesPerMoveMax: 8_388_608,
  /** Pages (4 KiB) of the log after which writes wait until all of it is moved. */
  walPagesMax: 25_000,
  /** Pages after which the writing thread moves them itself, should the other be gone. */
  walPagesUnattendedMax: 100_000,
  /** Sealed rows that a check of the chain holds in memory. */
  packsPerSliceMax: 100,
  /** Connections to PostgreSQL that read; one more writes. */
  readingConnectionsMax: 8,
  connectMsMax: 10_000,
  statementMsMax: 30_000,
  rowLockMsMax: 10_000,
  idleTransactionMsMax: 10_000,
  /** Without an answer for so long, the connection counts as broken. */
  answerMsMax: 45_000,
  /** Changes that share a transaction of PostgreSQL. */
  changesPerTransactionMax: 128,
  /** For so long a gateway that says nothing keeps its database; a renewal comes this often. */
  leaseMsMax: 15_000,
  leaseRenewalMs: 3_000,
  /** How often a gateway that stands by looks whether the other is gone. */
  standbyMs: 1_000,
  /** Room on a disk that was full, before anything is written to it again. */
  roomBytesMin: 16_777_216,
} as const;
