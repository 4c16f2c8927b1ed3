import type { Token } from 'node-llama-cpp';

/** Numbers of ours as the peer brands them. They came from its own vocabulary. */
export function asTokens(tokens: readonly number[]): Token[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand, nothing at run time
  return [...tokens] as Token[];
}
