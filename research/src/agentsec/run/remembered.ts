import { createHash } from 'node:crypto';
import type { ChatModel, ModelReply, View } from '@sluice/core';
import { z } from 'zod';
import { KeptLines } from '../../sweep/kept-lines.ts';

const line = z.object({
  key: z.string(),
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: z.string() })),
  stop: z.enum(['complete', 'truncated']),
  inputTokens: z.number(),
  outputTokens: z.number(),
  latencyMs: z.number(),
});

type Line = z.output<typeof line>;

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
  const lines = new KeptLines(line, file);
  return {
    name: inner.name,
    generate: async (request, options) => {
      const { view, mustCall } = request;
      const key = keyOf([version, mustCall ?? '', rendered(view), view.tools]);
      const before = lines.get(key);
      if (before !== undefined) return replyOf(before);
      const begun = nowMs();
      const reply = await inner.generate(request, options);
      const { text, calls, stop, usage } = reply;
      const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
      const tokens = { inputTokens, outputTokens, latencyMs: nowMs() - begun };
      const kept: Line = { key, text, calls: [...calls], stop, ...tokens };
      lines.keep(kept);
      return replyOf(kept);
    },
  };
}

function replyOf({ text, calls, stop, latencyMs, ...tokens }: Line): ModelReply {
  const usage = { ...tokens, cachedInputTokens: 0 };
  return { text, calls, stop, usage, provider: { latencyMs } };
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
