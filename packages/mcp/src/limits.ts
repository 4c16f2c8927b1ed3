/** Bounds of the proxy. Reaching one is a clear error, never a truncation. */
export const mcpLimits = {
  /** Pages of a list that the proxy reads by itself. */
  pagesMax: 100,
  /** Things that one server may offer, of all kinds together. */
  offersMax: 2_000,
  /** UTF-16 units of one definition. */
  definitionUnitsMax: 65_536,
  /** Requests of one client that may wait at once. */
  pendingMax: 256,
  /** Sessions of all clients that are passed on unchecked. */
  sessionsMax: 10_000,
} as const;
