import { withTexts, type ChatBody } from './chat-body.ts';
import { startCountingProxy } from './counting-proxy.ts';
import type { Defence } from './defence.ts';

/**
 * Typical forms of instructions in data. A list like this is what many products ship; it was
 * written before it was measured, and is not tuned to any attack.
 */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules)\b/i,
  /\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:above|previous)\b/i,
  /\bnew (?:instructions?|task|system prompt)\b/i,
  /^\s*(?:system|assistant|developer|admin(?:istrator)?)\s*(?:message|prompt|note)?\s*:/i,
  /<\/?\s*(?:system|instructions?|important|admin|assistant|information)\b[^>]*>/i,
  /\b(?:you must|you have to|make sure (?:that )?you)\b[^.\n]{0,80}\b(?:before|first)\b/i,
  /\b(?:you must|you have to|make sure (?:that )?you)\b[^.\n]{0,80}\b(?:instead|now)\b/i,
  /\b(?:important|urgent)\b[^.\n]{0,20}(?:!{2,}|message)/i,
  /\bdo not (?:tell|inform|mention|reveal)\b/i,
];

const removed = '[removed: it looked like an instruction]';

/** Takes out of the results of tools each line that looks like an instruction. */
export const patternFilter: Defence = {
  name: 'pattern-filter',
  start: (around) => startCountingProxy(around, filtered),
};

export function filtered(body: ChatBody): ChatBody {
  const messages = body.messages.map((message) =>
    message.role === 'tool'
      ? { ...message, content: withTexts(message.content, filteredText) }
      : message,
  );
  return { ...body, messages };
}

function filteredText(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line) => (patterns.some((each) => each.test(line)) ? removed : line))
    .join('\n');
}
