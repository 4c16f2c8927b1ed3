import type { KeyPlace } from '../protocol.ts';

/** Where the SDKs of OpenAI and Anthropic put a key: many clients speak both protocols. */
export const usualKeyPlaces: readonly KeyPlace[] = [
  { name: 'authorization', scheme: 'Bearer' },
  { name: 'x-api-key' },
];
