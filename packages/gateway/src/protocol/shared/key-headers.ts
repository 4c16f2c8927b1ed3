import type { KeyHeader } from '../protocol.ts';

/** Where the SDKs of OpenAI and Anthropic put a key: many clients speak both protocols. */
export const usualKeyHeaders: readonly KeyHeader[] = [
  { name: 'authorization', scheme: 'Bearer' },
  { name: 'x-api-key' },
];
