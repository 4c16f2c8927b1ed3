import type { Usage } from '../model/chat-model.ts';

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

/** Both together; a generation that does not say what it used counts as nothing. */
export function addUsage(one: Usage, other: Usage = noUsage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
  };
}

/** What was used between two readings of a sum that only grows. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    cachedInputTokens: after.cachedInputTokens - before.cachedInputTokens,
  };
}
