import type { Usage } from '@sluice/core';
import { numberOf } from '../../shared/json.ts';
import { isRecord } from '../../shared/fields.ts';

/** Thoughts are output, and what the provider's tools put before the model is input. */
export function usageOf(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const count = (name: string): number => numberOf(value[name]) ?? 0;
  return {
    inputTokens: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    outputTokens: count('candidatesTokenCount') + count('thoughtsTokenCount'),
    cachedInputTokens: count('cachedContentTokenCount'),
  };
}

export function writeUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
}: Usage): Readonly<Record<string, number>> {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
    ...(cachedInputTokens > 0 && { cachedContentTokenCount: cachedInputTokens }),
  };
}
