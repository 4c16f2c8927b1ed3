import { createHash } from 'node:crypto';
import type { ChatModel } from '@sluice/core';
import type { Prompt, Scored, Scorer } from '@sluice/local';
import { z } from 'zod';
import { KeptLines } from '../task/kept-lines.ts';
import { jsonOf } from '../json.ts';

const replySchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: z.string() })).readonly(),
  stop: z.enum(['complete', 'truncated']),
});

const lineSchema = z.union([
  z.object({ key: z.string(), logProbabilities: z.array(z.number()).readonly() }),
  z.object({ key: z.string(), text: z.string() }),
]);

/**
 * The replies of models, kept in a file: contexts are scored once and analysed often. Keys are
 * hashes, so the file holds no prompt.
 */
export class Memory {
  readonly #lines: KeptLines<z.output<typeof lineSchema>>;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#lines = new KeptLines(lineSchema, file);
  }

  score(key: string): readonly number[] | undefined {
    const line = this.#lines.get(key);
    return line !== undefined && 'logProbabilities' in line ? line.logProbabilities : undefined;
  }

  text(key: string): string | undefined {
    const line = this.#lines.get(key);
    return line !== undefined && 'text' in line ? line.text : undefined;
  }

  keepScore(key: string, logProbabilities: readonly number[]): void {
    this.#lines.keep({ key, logProbabilities });
  }

  keepText(key: string, text: string): void {
    this.#lines.keep({ key, text });
  }
}

/** A name for what was asked of one model; parts stay apart, since they are tokenised apart. */
export function keyOf(model: string, prompt: Prompt, rest: string): string {
  const parts = prompt.parts.map(({ kind, text }) => [kind, text]);
  return createHash('sha256')
    .update(JSON.stringify([model, parts, rest]))
    .digest('hex');
}

const nothing = { template: 0, document: 0, question: 0, completion: 0 } as const;

/**
 * A scorer that asks the inner one for what is not remembered. It never stops early: the same
 * scores are to serve every lambda and every utility. What it remembers has no count of the prompt,
 * so none is told of either: a budget of tokens must not depend on what is remembered.
 */
export function rememberingScorer<BackEnd extends string>(
  inner: Scorer<BackEnd>,
  memory: Memory,
): Scorer<BackEnd> {
  const { backEnd, model } = inner;
  return {
    backEnd,
    model,
    score: async ({ prompt, completion }, { signal }): Promise<Scored<BackEnd>> => {
      const key = keyOf(`${model} ${backEnd}`, prompt, completion);
      const known = memory.score(key);
      if (known !== undefined) {
        const completionTokens = known.length;
        const tokens = countable(completionTokens);
        return { backEnd, logProbabilities: known, completionTokens, tokens, evaluated: nothing };
      }
      const scored = await inner.score({ prompt, completion }, { signal });
      memory.keepScore(key, scored.logProbabilities);
      return { ...scored, tokens: countable(scored.completionTokens) };
    },
  };
}

function countable(completion: number): Scored<string>['tokens'] {
  return { ...nothing, completion };
}

/** Writes the most probable continuation of a prompt, of at most so many tokens. */
export type Writer = (
  prompt: Prompt,
  options: { readonly tokensMax: number; readonly signal: AbortSignal },
) => Promise<string>;

/** A writer that asks the inner one for what is not remembered. */
export function rememberingWriter(inner: Writer, model: string, memory: Memory): Writer {
  return async (prompt, options) => {
    const key = keyOf(`${model} writes`, prompt, String(options.tokensMax));
    const known = memory.text(key);
    if (known !== undefined) return known;
    const text = await inner(prompt, options);
    memory.keepText(key, text);
    return text;
  };
}

/** Asks the inner model what is not remembered; for one that answers the same each time. */
export function rememberingChat(inner: ChatModel, memory: Memory): ChatModel {
  return {
    name: inner.name,
    generate: async (request, options) => {
      const asked = JSON.stringify([inner.name, request.view, request.mustCall]);
      const key = createHash('sha256').update(asked).digest('hex');
      const known = replySchema.safeParse(jsonOf(memory.text(key) ?? ''));
      if (known.success) return known.data;
      const { text, calls, stop } = await inner.generate(request, options);
      memory.keepText(key, JSON.stringify({ text, calls, stop }));
      return { text, calls, stop };
    },
  };
}
