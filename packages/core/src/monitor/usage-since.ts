import type { Usage } from '../model/chat-model.ts';
import type { MonitorEvent } from './events.ts';

/** What the generations from a position of the record on have used together, hidden ones too. */
export function usageSince(events: readonly MonitorEvent[], from: number): Usage {
  let [inputTokens, outputTokens, cachedInputTokens] = [0, 0, 0];
  for (const event of events) {
    if (event.type !== 'generation-finished' || event.seq < from) continue;
    inputTokens += event.reply.usage?.inputTokens ?? 0;
    outputTokens += event.reply.usage?.outputTokens ?? 0;
    cachedInputTokens += event.reply.usage?.cachedInputTokens ?? 0;
  }
  return { inputTokens, outputTokens, cachedInputTokens };
}
