import { fieldsOf, textIn } from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The versions of the protocol that have `initialize`, and are understood here; oldest first. */
export const initializing = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** The version without sessions, in which each request says who asks. */
export const stateless = '2026-07-28';

/** All versions that are understood here; oldest first. */
export const versions = [...initializing, stateless] as const;
export type Version = (typeof versions)[number];

/** True for a version that is understood here, and is not older than the oldest that is let in. */
export function isServed(version: string, oldest: Version): boolean {
  const at = versions.findIndex((each) => each === version);
  return at >= versions.indexOf(oldest);
}

const reserved = 'io.modelcontextprotocol/';

/** Members of `_meta` in each request of `2026-07-28`. */
export const metaKeys = {
  version: `${reserved}protocolVersion`,
  client: `${reserved}clientInfo`,
  capabilities: `${reserved}clientCapabilities`,
  subscription: `${reserved}subscriptionId`,
  logLevel: `${reserved}logLevel`,
  server: `${reserved}serverInfo`,
} as const;

/** Codes of errors that `2026-07-28` names. */
export const eraCodes = {
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** The version that a request names itself; `undefined` for one with a session. */
export function versionOf(params: Fields): string | undefined {
  return textIn(fieldsOf(params['_meta'])[metaKeys.version]);
}

/** The client as a request names it, for requests that the proxy makes on its behalf. */
export function envelopeOf(params: Fields): Record<string, unknown> {
  const meta = fieldsOf(params['_meta']);
  const keys: ReadonlySet<string> = new Set([
    metaKeys.version,
    metaKeys.client,
    metaKeys.capabilities,
  ]);
  return Object.fromEntries(Object.entries(meta).filter(([key]) => keys.has(key)));
}
