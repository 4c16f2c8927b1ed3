/** Bounds of the proxy. Reaching one is a clear error, never a truncation. */
export const mcpLimits = {
  /** Pages of a list that the proxy reads by itself. */
  pagesMax: 100,
  /** Things that one server may offer, of all kinds together. */
  offersMax: 2_000,
  /** UTF-16 units of one definition. */
  definitionUnitsMax: 65_536,
  /** A message of a server that runs beside us; past it, nothing tells where the next begins. */
  messageBytesMax: 32_000_000,
  /** Bytes that a client reads at once: most take 10 MiB, and end if there is more. */
  clientMessageBytesMax: 10_000_000,
  /** Requests of one client that may wait at once. */
  pendingMax: 256,
  /** Sessions of all clients that are passed on unchecked. */
  sessionsMax: 10_000,
  /** Requests that were cancelled, whose late replies are told from those to others. */
  cancelledMax: 10_000,
  /** Places in lists that a client may go on from. */
  cursorsMax: 1_000,
  /** Links in results that a client may follow. */
  linksMax: 10_000,
} as const;
