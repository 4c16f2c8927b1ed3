/**
 * Every bound of the gateway in one place. Unit last, then the bound. Reaching a limit is a clear
 * error, never a truncation.
 */
export const limits = {
  bodyBytesMax: 33_554_432,
  bodyDepthMax: 256,
  /** Values in one body, and in one response of a provider. */
  bodyNodesMax: 262_144,
  /** Bodies up to this size never wait for larger ones. */
  smallBodyBytesMax: 1_048_576,
  /** UTF-16 units: a longer message is known by the hash of what it says. */
  messageUnitsMax: 16_384,
  /** How long others go on between two parts of the work on a large one, in steps of `pauseMs`. */
  pauseMsMax: 100,
  pauseMs: 10,
  bodiesWaitingMax: 4_096,
  bodyWaitMsMax: 60_000,
  /** A client that was not served for want of room is told to wait so long. */
  retryAfterS: 5,
  /** Heap for each byte of the bodies that are served at once: measured up to 16. */
  heapPerBodyByte: 24,
  /** Heap for each byte of the large replies that are served at once. */
  heapPerReplyByte: 64,
  /** Heap for each byte of runs that stay in memory. */
  heapPerRunByte: 4,
  messagesMax: 10_000,
  headerBytesMax: 16_384,
  requestsPerRunMax: 8,
  /** So many parts left out of requests are told in one run's record. */
  reducedPerRunMax: 256,
  requestsOpenMax: 4_096,
  runsInMemoryMax: 1_000,
  /** In memory; larger ones are not served where those that are served take all room. */
  ordinaryRunBytesMax: 8_388_608,
  runsComparedMax: 64,
  knownTextsCharactersMax: 262_144,
  knownTextsClientsMax: 128,
  /** The bytes of stored runs that are read again for the texts that a client's runs have known. */
  knownTextsReadBytesMax: 16_777_216,
  redeliveryMsMax: 600_000,
  questionsPerRunMax: 20,
  questionsPerTenantMax: 1_000,
  questionLifeMsMax: 3_600_000,
  waitJsonMsMax: 20_000,
  /** Below the five minutes after which clients give a stream up in which nothing is said. */
  waitStreamMsMax: 240_000,
  /** How long a client that went away may come back: then nobody is asked for it any more. */
  clientGoneMsMax: 60_000,
  keepAliveMsMax: 15_000,
  modelMsMax: 900_000,
  upstreamHeadersMsMax: 600_000,
  upstreamBodyMsMax: 300_000,
  /** Holds for a whole response and for one event of a stream. */
  upstreamBytesMax: 8_388_608,
  upstreamStreamBytesMax: 33_554_432,
  /** UTF-16 units of text, arguments and reasoning: about twice what a model says at most. */
  replyUnitsMax: 1_048_576,
  /** UTF-16 units of arguments: longer ones are looked through in a turn of their own. */
  argumentsAtOnceMax: 32_768,
  upstreamErrorBytesMax: 65_536,
  /** Generations of one answer whose arguments are no JSON: one is told, and tries again. */
  malformedCallsMax: 1,
  /** Requests that a provider may make of one generation. */
  pausesMax: 8,
  upstreamConnectionsMax: 1_024,
  unreadBytesMax: 67_108_864,
  /** How long a client may take nothing of what waits for it, or all of it once it is complete. */
  unreadMsMax: 60_000,
  credentialsInMemoryMax: 10_000,
  shutdownMsMax: 10_000,
  cleaningMs: 600_000,
  requestMsMax: 120_000,
  headersMsMax: 20_000,
  /** Links in a row of which the last leads nowhere. */
  linksFollowedMax: 16,
  /** In a workspace with more, a command counts as having changed all of it. */
  listedFilesMax: 50_000,
  /** Of longer ones size and times alone tell that they were changed. */
  hashedFileBytesMax: 1_048_576,
  /** One command that changed more has changed all of the workspace. */
  changedFilesMax: 1_000,
  /** Labels of files that are recorded for one tenant; more are those of their workspace. */
  recordedFilesMax: 10_000,
  /** A command whose result has not come by then is not waited for. */
  commandMsMax: 3_600_000,
  fileUsesKeptMax: 64,
  /** Clients of MCP give a call up after a minute. */
  mcpWaitMsMax: 45_000,
  /** What MCP servers of one tenant offer; more stays hidden. */
  mcpOffersMax: 5_000,
  /** Sessions of streamable HTTP, and as many tunnels. */
  mcpSessionsMax: 1_000,
  mcpSessionsPerClientMax: 64,
  /** Bytes that a client has not read yet; past it, no more is read for it. */
  mcpUnreadBytesMax: 8_388_608,
  /** A session in which nothing was asked for so long is ended. */
  mcpIdleMsMax: 3_600_000,
  /** A list that was seen this long ago is asked for anew before a call. */
  mcpListedMsMax: 60_000,
  /** Calls that were released to clients and have not come to a server yet, by how they read. */
  mcpReleasedMax: 10_000,
  /** At most so many of them may read alike. */
  mcpReleasedAlikeMax: 16,
  /** A call that was released is made by then, or not as this one. */
  mcpReleasedMsMax: 600_000,
  /** Calls whose results are known again. */
  mcpResultsMax: 50_000,
  mcpLineBytesMax: 33_554_432,
} as const;
