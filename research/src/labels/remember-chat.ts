import { createHash } from 'node:crypto';
import type { ChatModel } from '@sluice/core';
import { z } from 'zod';
import type { Memory } from './remember.ts';

const replySchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: z.string() })).readonly(),
  stop: z.enum(['complete', 'truncated']),
});

/** Asks the inner model what is not remembered; for one that answers the same each time. */
export function rememberingChat(inner: ChatModel, memory: Memory): ChatModel {
  return {
    name: inner.name,
    generate: async (request, options) => {
      const asked = JSON.stringify([inner.name, request.view, request.mustCall]);
      const key = createHash('sha256').update(asked).digest('hex');
      const known = replySchema.safeParse(jsonOf(memory.text(key)));
      if (known.success) return known.data;
      const { text, calls, stop } = await inner.generate(request, options);
      memory.keepText(key, JSON.stringify({ text, calls, stop }));
      return { text, calls, stop };
    },
  };
}

/** A line that holds no reply counts as none. */
function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
