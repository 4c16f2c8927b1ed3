import * as z from 'zod';

/** The fields of a Chat Completions request that our proxies read; the rest passes as it came. */
export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
});

export type ChatBody = z.output<typeof chatBody>;

/** The fields of a response that they read. */
export const chatReply = z.looseObject({
  usage: z
    .looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() })
    .nullish()
    .transform((usage) => usage ?? undefined),
});

/** The content of a message with its texts changed: agents send one text, or a list of parts. */
export function withTexts(content: unknown, change: (text: string) => string): unknown {
  if (typeof content === 'string') return change(content);
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) =>
    hasText(part) ? { ...part, text: change(part.text) } : part,
  );
}

function hasText(part: unknown): part is { readonly text: string } {
  return (
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
  );
}
