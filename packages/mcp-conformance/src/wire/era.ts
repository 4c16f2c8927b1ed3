/** The two revisions that are on the wire in 2026: with a handshake, and without. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

export const legacy = '2025-11-25';
export const modern = '2026-07-28';

const reserved = 'io.modelcontextprotocol/';
export const metaKeys = {
  version: `${reserved}protocolVersion`,
  client: `${reserved}clientInfo`,
  capabilities: `${reserved}clientCapabilities`,
  subscription: `${reserved}subscriptionId`,
  logLevel: `${reserved}logLevel`,
} as const;

export const codes = {
  parse: -32_700,
  invalidRequest: -32_600,
  noMethod: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;
