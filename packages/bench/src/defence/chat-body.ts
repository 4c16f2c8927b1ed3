import * as z from 'zod';

/** What a proxy of ours must know of a Chat Completions request; the rest passes as it came. */
export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
});

export type ChatBody = z.output<typeof chatBody>;

/** What it must know of a response. */
export const chatReply = z.looseObject({
  usage: z
    .looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() })
    .nullish()
    .transform((usage) => usage ?? undefined),
});
