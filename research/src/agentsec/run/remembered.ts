import type { ChatModel, View } from '@sluice/core';
import { z } from 'zod';
import { Answers } from '../../task/answers.ts';

const replySchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: z.string() })).readonly(),
  stop: z.enum(['complete', 'truncated']),
  inputTokens: z.number(),
  outputTokens: z.number(),
  latencyMs: z.number(),
});

export interface RememberOptions {
  /** Everything that a reply depends on besides the prompt: weights by their bytes, decoding. */
  readonly version: string;
  /** A view as the model reads it: what makes prompts may change between two runs. */
  readonly rendered: (view: View) => string;
  /** A file of lines; a run that was stopped goes on where it was. */
  readonly file: string;
  readonly nowMs: () => number;
}

/**
 * A model that decodes greedily, asked once for each prompt: what it said stands in a file, with
 * what it took. Ids of calls are minted anew in each run, and no part of the key.
 */
export function remembered(
  inner: ChatModel,
  { version, rendered, file, nowMs }: RememberOptions,
): ChatModel {
  const answers = new Answers(replySchema, { file });
  return {
    name: inner.name,
    generate: async (request, options) => {
      const { view, mustCall } = request;
      const asked = [version, mustCall ?? '', rendered(view), view.tools];
      const { latencyMs, inputTokens, outputTokens, ...said } = await answers.once(
        asked,
        async () => {
          const begun = nowMs();
          const { text, calls, stop, usage } = await inner.generate(request, options);
          const { inputTokens: read = 0, outputTokens: written = 0 } = usage ?? {};
          const plain = calls.map(({ tool, args }) => ({ tool, args }));
          const took = { inputTokens: read, outputTokens: written, latencyMs: nowMs() - begun };
          return { text, calls: plain, stop, ...took };
        },
      );
      const usage = { inputTokens, outputTokens, cachedInputTokens: 0 };
      return { ...said, usage, provider: { latencyMs } };
    },
  };
}
